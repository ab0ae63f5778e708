// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Settings in a `GKeyFile`; a missing file is an empty one.
package struct KeyFile: Sendable {
    /// The groups in the order of the file.
    package let groups: [String]
    private let values: [String: [String: String]]

    /// - Throws: when the file exists and cannot be read or parsed.
    package init(path: String) throws(GLibError) {
        self.init(try KeyFileText(path: path))
    }

    fileprivate init(_ text: KeyFileText) {
        groups = text.groups
        var values: [String: [String: String]] = [:]
        for group in groups { values[group] = text.values(in: group) }
        self.values = values
    }

    package subscript(group: String, key: String) -> String? { values[group]?[key] }

    /// Everything in a group.
    package subscript(group: String) -> [String: String] { values[group] ?? [:] }
}

/// A `GKeyFile` that is changed: its comments, and what else is in it, stay.
package final class KeyFileText {
    private let file: OpaquePointer

    /// - Throws: when the file exists and cannot be read or parsed.
    package init(path: String) throws(GLibError) {
        guard let file = g_key_file_new() else { preconditionFailure("GLib made no key file") }
        self.file = file
        guard g_file_test(path, G_FILE_TEST_EXISTS) != 0 else { return }
        let flags = G_KEY_FILE_KEEP_COMMENTS.rawValue | G_KEY_FILE_KEEP_TRANSLATIONS.rawValue
        _ = try throwingGError {
            g_key_file_load_from_file(file, path, GKeyFileFlags(rawValue: flags), $0)
        }
    }

    deinit { g_key_file_unref(file) }

    /// Sets a value, whatever is in it; nil takes the key away.
    package subscript(group: String, key: String) -> String? {
        get { string(g_key_file_get_string(file, group, key, nil)) }
        set {
            if let newValue {
                g_key_file_set_string(file, group, key, newValue)
            } else {
                // That there is none is what was wanted.
                g_key_file_remove_key(file, group, key, nil)
            }
        }
    }

    package func remove(_ group: String) {
        // Likewise.
        g_key_file_remove_group(file, group, nil)
    }

    package var bytes: [UInt8] {
        var size: gsize = 0
        guard let data = g_key_file_to_data(file, &size, nil) else { return [] }
        defer { g_free(data) }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(size))
        // Groups that were removed leave the empty lines before them.
        let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
        return Array(bytes[..<end]) + (end > 0 ? [UInt8(ascii: "\n")] : [])
    }

    fileprivate var groups: [String] { strings(g_key_file_get_groups(file, nil)) }

    fileprivate func values(in group: String) -> [String: String] {
        var values: [String: String] = [:]
        for key in strings(g_key_file_get_keys(file, group, nil, nil)) {
            values[key] = self[group, key]
        }
        return values
    }
}

/// Replaces a file of settings as `writeAtomically` does, where a link leads to it behind the link;
/// who may read it stays as it is, and a new one is for its user alone.
package func writeSettings(path: String, bytes: [UInt8]) throws(FileError) {
    let resolved = string(realpath(path, nil)) ?? path
    var status = stat()
    let mode = stat(resolved, &status) == 0 ? Int32(status.st_mode & 0o777) : 0o600
    if let slash = resolved.lastIndex(of: "/") {
        try makeDirectories(path: String(resolved[..<slash]))
    }
    try writeAtomically(path: resolved, bytes: bytes, mode: mode)
}

/// Takes over a text of C.
private func string(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
}

/// Takes over a `NULL`-terminated array of strings.
private func strings(_ array: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
    guard let array else { return [] }
    defer { g_strfreev(array) }
    return (0..<Int(g_strv_length(array))).compactMap { array[$0].map { String(cString: $0) } }
}
