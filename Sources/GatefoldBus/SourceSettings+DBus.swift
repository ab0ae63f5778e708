// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldModel

/// The names of the interface of the online sources.
enum Sources1 {
    static let interface = "org.gatefold.Sources1"
}

// As `ssssa{ss}`: name, kind, address and user, of which the last two may be empty, and options.
extension SourceSettings {
    var dbusValues: [DBusValue] {
        let entries = options.sorted { $0.key < $1.key }.map { key, value in
            DBusDictionaryEntry(key: .string(key), value: .string(value))
        }
        return [
            .string(name), .string(kind.rawValue), .string(address ?? ""), .string(user ?? ""),
            .dictionary(key: "s", value: "s", entries),
        ]
    }

    /// Nil for a kind that this version does not know.
    init?(_ values: [DBusValue]) {
        let texts = values.prefix(4).compactMap(\.stringValue)
        guard values.count == 5, texts.count == 4, let kind = Kind(rawValue: texts[1]),
            case .dictionary(_, _, let entries) = values[4]
        else { return nil }
        self.init(kind, name: texts[0])
        address = texts[2].isEmpty ? nil : texts[2]
        user = texts[3].isEmpty ? nil : texts[3]
        for entry in entries {
            if let key = entry.key.stringValue { options[key] = entry.value.stringValue }
        }
    }
}
