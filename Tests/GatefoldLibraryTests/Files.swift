// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel

#if canImport(Glibc)
    import Glibc
#endif

func contents(of path: FilePath) throws -> [UInt8] {
    try readFile(path: path.bytes, limit: 100 << 20)
}

/// Runs `body` with the rights of a user who owns nothing.
///
/// The file system user of a thread, which the C library does not carry over to others; a user who
/// is not root is left as they are.
func asStranger<Value>(_ body: () throws -> Value) throws -> Value {
    guard geteuid() == 0 else { return try body() }
    typealias SetUser = @convention(c) (uid_t) -> CInt
    guard let symbol = dlsym(nil, "setfsuid") else {
        throw FileError("changing user", code: ENOSYS)
    }
    let setUser = unsafeBitCast(symbol, to: SetUser.self)
    _ = setUser(65534)
    defer { _ = setUser(0) }
    return try body()
}
