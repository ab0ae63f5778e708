// SPDX-License-Identifier: MPL-2.0

/// What can be called on an object, as its introspection tells.
struct BusMembers {
    struct Method {
        let path: String
        let interface: String
        let name: String
        /// Of the arguments, together.
        var signature = ""
    }

    struct Property {
        let path: String
        let interface: String
        let name: String
        let signature: String
    }

    private(set) var methods: [Method] = []
    private(set) var properties: [Property] = []

    /// Adds what an introspection document declares.
    mutating func add(_ document: String, at path: String) {
        var interface = ""
        for tag in document.split(separator: "<") {
            let name = String(Self.attribute("name", of: tag) ?? "")
            let type = String(Self.attribute("type", of: tag) ?? "")
            switch tag.prefix(while: { $0.isLetter }) {
            case "interface": interface = name
            case "method":
                methods.append(Method(path: path, interface: interface, name: name))
            case "property":
                properties.append(
                    Property(path: path, interface: interface, name: name, signature: type))
            case "arg" where Self.attribute("direction", of: tag) == "in":
                methods[methods.count - 1].signature += type
            default: break
            }
        }
    }

    mutating func remove(_ method: String) {
        methods.removeAll { $0.name == method }
    }

    private static func attribute(_ name: String, of tag: Substring) -> Substring? {
        let marker = " \(name)=\""
        var rest = tag
        while let space = rest.firstIndex(of: " ") {
            rest = rest[space...]
            if rest.hasPrefix(marker) {
                return rest.dropFirst(marker.count).prefix { $0 != "\"" }
            }
            rest = rest.dropFirst()
        }
        return nil
    }
}
