import FoundationEssentials

/// What the process holds in memory.
enum ResidentMemory {
  /// The most it held since it began, in MiB; 0 where the kernel does not tell.
  ///
  /// Not `getrusage`: its figure survives `exec` and would be that of a larger parent.
  static var peak: Double {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        .flatMap({ Double($0) })
    else { return 0 }
    return kibibytes / 1024
  }
}
