import Glibc

// `fuzz` prints the targets' names, each with its maximum input in bytes; `fuzz TARGET [ARGUMENTS]`
// runs libFuzzer with these arguments. The program's `main` is libFuzzer's, which calls these two
// functions: https://llvm.org/docs/LibFuzzer.html

/// The target to run; set before the first input, on the only thread.
nonisolated(unsafe) private var target: FuzzTarget?

/// Removes the target's name from the command line.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
  let name = count.pointee > 1 ? arguments.pointee[1].map { String(cString: $0) } : nil
  guard let name, let named = FuzzTarget.all.first(where: { $0.name == name }) else {
    for target in FuzzTarget.all { print(target.name, target.maximumLength) }
    exit(name == nil ? 0 : 2)
  }
  arguments.pointee[1] = arguments.pointee[0]
  arguments.pointee += 1
  count.pointee -= 1
  target = named
  // The target makes its shared parts before the first input.
  named.body([])
  return 0
}

/// Gives bytes to the target, which may refuse them. It must not trap, compute for more than a
/// second, or use much memory.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let start = processorSeconds
  target?.body(Array(UnsafeBufferPointer(start: bytes, count: count)))
  let seconds = processorSeconds - start
  precondition(seconds < 1, "it took \(seconds) s")
  return 0
}

/// This process's processor time, so that another program's load does not look like a hang.
private var processorSeconds: Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
