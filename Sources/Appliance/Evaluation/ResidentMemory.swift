import FoundationEssentials

/// The process's memory.
enum ResidentMemory {
  /// The peak since the start, in MiB; 0 if the kernel does not report it.
  ///
  /// Not `getrusage`: its figure survives `exec`, and would include a larger parent's.
  static var peak: Double {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap({ Double($0) })
    else { return 0 }
    return kibibytes / 1024
  }
}
