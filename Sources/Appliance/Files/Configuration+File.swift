import ApplianceCore
import Chess
import Dialogue
import Panel
import Settings

extension Configuration {
  /// The default path of the configuration file.
  package static let defaultPath = "/etc/spokenmove/config.yaml"

  /// All settings.
  static let settings: [Setting<Configuration>] = [
    .text("microphone.device", \.microphone),
    .line("button.line", \.button.line),
    .choice("button.mode", \.button.mode),
    .flag("button.active_low", \.button.activeLow),
    .choice("button.bias", \.button.bias),
    .duration("button.debounce", in: .zero ... .seconds(1), \.button.debounce),
    .line("leds.available.line", \.lights.available.line),
    .flag("leds.available.active_low", \.lights.available.activeLow),
    .line("leds.recording.line", \.lights.recording.line),
    .flag("leds.recording.active_low", \.lights.recording.activeLow),
    .text("console.device", orElse: "stdout", \.console.device),
    .choice("console.baud", TerminalSettings.bauds.map { (String($0), $0) }, \.console.baud),
    .choice("console.format", \.console.format),
    .choice("console.letters", \.console.letters),
    .flag("console.partials", \.console.partials),
    .choice("console.board", \.console.board.style),
    .choice("console.side", \.console.board.side),
    .text("console.socket", orElse: "none", \.console.socket),
    .count("console.columns", in: 20...1_000, orElse: "auto", \.console.columns),
    .text("recognition.locale", \.recognition.locale),
    .text("recognition.grammar", orElse: "installed", \.recognition.grammar),
    .text("recognition.model", orElse: "installed", \.recognition.model),
    .share("recognition.caution", \.recognition.caution),
    .text("recognition.player", orElse: "none", \.recognition.player),
    .flag("recognition.learn", \.recognition.learn),
    .flag("recognition.adapt", \.recognition.adapt),
    .choice("recording.start", \.recording.start),
    .text("recording.name", \.recording.name),
    .text("recording.name_sounds", orElse: "dictionary", \.recording.nameSounds),
    .duration("recording.maximum", in: .seconds(1) ... .seconds(600), \.limits.maximum),
    .duration("recording.tail", in: .zero ... .seconds(2), \.limits.tail),
    .duration("recording.pause", in: .milliseconds(200) ... .seconds(5), \.limits.pause),
    .duration("recording.patience", in: .seconds(1) ... .seconds(60), \.limits.patience),
    .flag("game", \.game),
    .flag("confirm", \.confirm),
    .duration("question.patience", in: .seconds(1) ... .seconds(3_600), \.patience),
    .text("opponent.engine", orElse: "none", \.opponent.engine),
    .choice("opponent.side", Color.allCases.map { ($0.name, $0) }, \.opponent.side),
    .count("opponent.level", in: EngineStrength.levels, \.opponent.level),
    .count("opponent.elo", in: 100...4_000, orElse: "none", \.opponent.elo),
    .duration("opponent.time", in: .milliseconds(10) ... .seconds(60), \.opponent.time),
    .text("players.white", orElse: "none", \.names.white),
    .text("players.black", orElse: "none", \.names.black),
    .timeControl("clock", orElse: "none", \.clock),
    .flag("flag", \.flag),
    .choice("sounds", \.sounds),
    .text("loudspeaker.device", \.loudspeaker),
    .text("speech.program", \.speech.program),
    .text("speech.voice", orElse: "auto", \.speech.voice),
    .count("speech.rate", in: SpokenVoice.rates, \.speech.manner.rate),
    .count("speech.volume", in: SpokenVoice.volumes, \.speech.manner.volume),
    .choice("speech.letters", \.speech.letters),
    .text("record.directory", \.record.directory),
    .count("record.games", in: 1...1_000_000, \.record.games),
    .count("record.megabytes", in: 1...1_000_000, \.record.megabytes),
    .choice("log.level", Log.Level.allCases.map { ($0.name, $0) }, \.logLevel),
  ]

  /// Every setting and its value, in the order of the sample file.
  package var values: [ConsoleMessage.SettingValue] {
    Self.settings.map { ConsoleMessage.SettingValue(path: $0.path, text: $0.written(self)) }
  }

  /// Reads the configuration file at `path`. Missing settings have the values of `init()`.
  ///
  /// Throws `ConfigurationError`, which lists all mistakes in the file. Reads at most 64 KiB.
  package init(contentsOf path: String) throws(ConfigurationError) {
    self.init()
    try SettingsReader.read(path, Self.settings, into: &self)
  }

  /// Reads a configuration from `yaml`; `file` is its name in errors.
  package init(yaml: [UInt8], file: String) throws(ConfigurationError) {
    self.init()
    try SettingsReader.read(yaml, file: file, Self.settings, into: &self)
  }
}

extension Setting<Configuration> {
  /// A GPIO line, or "none".
  static func line(_ path: String, _ key: any Path<GPIOLineName?>) -> Setting {
    Setting(path: path) { text, _, configuration in
      do throws(PanelError) {
        configuration[keyPath: key] = text == "none" ? nil : try GPIOLineName(text)
        return nil
      } catch {
        return "\(path) is a GPIO line, not “\(text)”. \(error.advice) Without one, write none."
      }
    } written: {
      $0[keyPath: key]?.written ?? "none"
    }
  }

  /// Minutes and seconds per move, "15+10"; `absent` stands for nil.
  static func timeControl(
    _ path: String, orElse absent: String, _ key: any Path<TimeControl?>
  ) -> Setting {
    let expected = "\(absent), or minutes and seconds a move, such as 15+10 or 15d10"
    return Setting(path, key, expected: expected) {
      $0?.description ?? absent
    } value: { text, _ in
      let value = TimeControl(text)
      return text == absent || value != nil ? .some(value) : nil
    }
  }
}
