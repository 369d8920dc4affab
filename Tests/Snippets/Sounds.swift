import Microphone
import Sound

/// The landing page of `Sound`: a recording's level.
func level(ofFile path: String) throws -> AudioLevel {
  let file = try AudioFile(path: path)
  var samples: [Int16] = []
  while let buffer = try file.read() { samples += buffer.samples }
  return AudioLevel(samples)
}

/// The landing page of `Microphone`: a second of sound, 16 kHz mono.
func second(of device: String) async throws -> [Int16] {
  let microphone = Microphone(device: device)
  if let problem = await Microphone.access(device: device).error { throw problem }
  var samples: [Int16] = []
  for try await buffer in try await microphone.start() {
    samples += buffer.samples
    if samples.count >= 16_000 { break }
  }
  await microphone.stop()
  return samples
}
