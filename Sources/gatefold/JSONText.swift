// SPDX-License-Identifier: MPL-2.0

/// A JSON object on one line, its keys in the order in which they were added.
struct JSONText {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    mutating func add(_ key: String, _ value: String?) {
        add(key, raw: value.map(Self.string))
    }

    mutating func add(_ key: String, _ values: [String]) {
        add(key, raw: "[" + values.map(Self.string).joined(separator: ",") + "]")
    }

    mutating func add(_ key: String, _ value: Bool?) {
        add(key, raw: value.map { $0 ? "true" : "false" })
    }

    mutating func add(_ key: String, _ value: Int64?) { add(key, raw: value.map(String.init)) }

    /// JSON has no word for what is not finite.
    mutating func add(_ key: String, _ value: Double) {
        add(key, raw: value.isFinite ? "\(value)" : nil)
    }

    mutating func add(_ key: String, _ object: JSONText) { add(key, raw: object.text) }

    private mutating func add(_ key: String, raw: String?) {
        members.append(Self.string(key) + ":" + (raw ?? "null"))
    }

    /// Control characters are escaped, those of C1 and DEL too, so that it is safe on a terminal.
    static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x09: result += "\\t"
            case 0x0D: result += "\\r"
            case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
