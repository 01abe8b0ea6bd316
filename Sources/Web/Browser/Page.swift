import CWasm

#if arch(wasm32)
  @_extern(wasm, module: "host", name: "log") @_extern(c, "host_log")
  func hostLog(_ value: Int32)
#else
  func hostLog(_ value: Int32) {}
#endif

public func startPage() {
  hostLog(42)
}
