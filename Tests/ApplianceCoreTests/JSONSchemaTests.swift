import TestSupport
import Testing

/// The schema checker of the JSON lines finds mistakes.
@Suite struct JSONSchemaTests {
  private static let schema = """
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
     "properties": {
      "kind": {"const": "a"}, "flag": {"type": "boolean"}, "count": {"$ref": "#/$defs/count"},
      "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 3, "pattern": "^[a-z]*$"},
      "list": {"type": "array", "items": {"enum": [1, "x", null, true]}},
      "inner": {"type": "object", "additionalProperties": {"type": "number"}},
      "closed": {"type": "object", "properties": {}, "additionalProperties": false},
      "one": {"oneOf": [{"type": "number", "minimum": 5}, {"type": "number", "maximum": 6}]},
      "any": {"anyOf": [{"type": "string"}, {"const": true}]}},
     "required": ["kind"], "$defs": {"count": {"type": "integer", "minimum": -1, "maximum": 9}}}
    """

  @Test(
    arguments: [
      (#"{"kind":"a"}"#, nil), (#"{"kind":"b"}"#, "$.kind is not a"), ("{}", "$ has no kind"),
      ("[]", "$ is not object"), ("{", "{ is not JSON"), (#"{"kind":1}"#, "$.kind is not a"),
      (#"{"kind":"a","flag":true,"count":9}"#, nil), (#"{"kind":"a","flag":1}"#, "$.flag is not"),
      (#"{"kind":"a","flag":"true"}"#, "$.flag is not"), (#"{"kind":"a","count":-1}"#, nil),
      (#"{"kind":"a","count":true}"#, "$.count is not"),
      (#"{"kind":"a","count":1.5}"#, "$.count is"),
      (#"{"kind":"a","count":10}"#, "$.count is more"), (#"{"kind":"a","count":-2}"#, "is less"),
      (#"{"kind":"a","name":null}"#, nil), (#"{"kind":"a","name":"abc"}"#, nil),
      (#"{"kind":"a","name":""}"#, "$.name is shorter"), (#"{"kind":"a","name":"abcd"}"#, "longer"),
      (#"{"kind":"a","name":"A"}"#, "is not like"), (#"{"kind":"a","name":2}"#, "$.name is not"),
      (#"{"kind":"a","list":[1,"x",null,true]}"#, nil),
      (#"{"kind":"a","list":[1,2]}"#, "$.list[1]"),
      (#"{"kind":"a","list":{}}"#, "$.list is not"), (#"{"kind":"a","inner":{"x":1}}"#, nil),
      (#"{"kind":"a","inner":{"x":"1"}}"#, "$.inner.x is not"), (#"{"kind":"a","one":7}"#, nil),
      (#"{"kind":"a","one":5.5}"#, "$.one fits 2"),
      (#"{"kind":"a","one":"x"}"#, "$.one fits nothing"),
      (#"{"kind":"a","any":"x"}"#, nil), (#"{"kind":"a","any":true}"#, nil),
      (#"{"kind":"a","any":1}"#, "$.any fits nothing"), (#"{"kind":"a","more":1}"#, "documented"),
      (#"{"kind":"a","closed":{}}"#, nil), (#"{"kind":"a","closed":{"x":1}}"#, "may not be there"),
    ] as [(String, String?)])
  func faultsAreFound(text: String, fault: String?) throws {
    let faults = try JSONSchema(Self.schema).faults(in: text)
    #expect(faults.count == (fault == nil ? 0 : 1), "\(faults)")
    if let fault { #expect(faults.first?.contains(fault) == true, "\(faults)") }
  }

  @Test(arguments: [
    #"{"if": {}}"#, #"{"properties": {"x": {"minItems": 1}}}"#, #"{"items": {"not": {}}}"#,
    ##"{"$ref": "#/$defs/x"}"##, #"{"anyOf": [true, 1]}"#, #"{"$defs": {"x": {"format": "uri"}}}"#,
    "1",
  ])
  func unsupportedSchemasAreRefused(text: String) {
    #expect(throws: JSONSchema.Unusable.self) { try JSONSchema(text) }
  }

  @Test func theProtocolsSchemaCanBeChecked() throws {
    let lines = try JSONSchema.lines.get()
    #expect(!lines.faults(in: #"{"type":"hello"}"#).isEmpty)
    #expect(!lines.faults(in: #"{"type":"unheard of"}"#).isEmpty)
    let commands = try JSONSchema.commands.get()
    #expect(commands.faults(in: #"{"command":"start","id":"x"}"#).isEmpty)
    #expect(!commands.faults(in: #"{"command":"start","id":1.5}"#).isEmpty)
  }
}
