import ApplianceCore

/// Home Assistant's MQTT discovery messages, with which a board appears there by itself.
///
/// https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
enum Discovery {
  /// The topics below `prefix` with their retained payloads.
  static func messages(
    prefix: String, board: String, topics: String
  ) -> [(topic: String, payload: String)] {
    let entities: [(component: String, name: String, members: KeyValuePairs<String, String>)] = [
      (
        "sensor", "Last move",
        [
          "state_topic": "\(topics)/position", "value_template": "{{ value_json.san or 'none' }}",
          "json_attributes_topic": "\(topics)/position",
          "json_attributes_template": """
          {{ {'fen': value_json.fen, 'turn': value_json.turn, 'opening': value_json.opening, \
          'white': value_json.white, 'black': value_json.black} | tojson }}
          """,
          "icon": "mdi:chess-knight",
        ]
      ),
      (
        "sensor", "Result",
        [
          "state_topic": "\(topics)/position", "value_template": "{{ value_json.result }}",
          "icon": "mdi:trophy",
        ]
      ),
      (
        "sensor", "State",
        [
          "state_topic": "\(topics)/state", "value_template": "{{ value_json.state }}",
          "icon": "mdi:microphone",
        ]
      ),
      ("event", "Move", ["state_topic": "\(topics)/move", "icon": "mdi:chess-pawn"]),
    ]
    let device = JSONLine([
      "identifiers": .array([.string("spokenmove_\(board)")]),
      "name": .string("Chess board \(board)"), "manufacturer": .string("SpokenMove"),
    ])
    return entities.map { entity in
      let id = String(entity.name.lowercased().map { $0 == " " ? "_" : $0 })
      var line = JSONLine([
        "name": .string(entity.name), "unique_id": .string("spokenmove_\(board)_\(id)"),
        "availability_topic": .string("\(topics)/availability"), "device": .object(device),
      ])
      for (key, value) in entity.members { line.add(key, .string(value)) }
      if entity.component == "event" {
        line.add("event_types", .array([.string("move"), .string("undo")]))
      }
      // The board's name is a separate level, as a broker's per-user rights need it.
      return ("\(prefix)/\(entity.component)/\(board)/spokenmove_\(id)/config", line.line)
    }
  }
}
