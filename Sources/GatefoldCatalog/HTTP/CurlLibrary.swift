// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCurl

/// libcurl, loaded for good when the first request is made.
///
/// `@unchecked Sendable`: function pointers that never change; the functions are thread-safe once
/// `curl_global_init` has returned, and all handles are used on the actor only.
final class CurlLibrary: @unchecked Sendable {
    /// Nil where there is none; some tens of milliseconds the first time, for a worker's thread.
    static let loaded = CurlLibrary("libcurl.so.4")

    let functions: gatefold_curl

    init?(_ name: String) {
        var functions = gatefold_curl()
        guard gatefold_curl_load(&functions, name) != 0 else { return nil }
        self.functions = functions
    }
}
