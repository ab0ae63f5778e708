// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// The introspection document of one object, as it is now.
@PlayerActor
struct Introspection {
    private(set) var xml = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>

        """

    /// - Parameter children: the names of the nodes directly below.
    init(of object: ExportedObject, isExported: Bool, children: [String]) {
        for interface in object.interfaces { xml += Self.element(for: interface) }
        xml += isExported ? Self.properties + Self.walkable : Self.walkable
        for child in children { xml += "  <node name=\"\(child)\"/>\n" }
        xml += "</node>\n"
    }

    private static func element(for interface: DBusInterface) -> String {
        var content = annotation(documentation, interface.documentation, indent: 4)
        content += annotation(emitsChanged, interface.emitsChanged?.rawValue, indent: 4)
        for method in interface.methods {
            content += member(
                "method", method.name,
                content: annotation(documentation, method.documentation, indent: 6)
                    + arguments(method.arguments, " direction=\"in\"")
                    + arguments(method.results, " direction=\"out\""))
        }
        for signal in interface.signals {
            content += member(
                "signal", signal.name,
                content: annotation(documentation, signal.documentation, indent: 6)
                    + arguments(signal.arguments, ""))
        }
        for property in interface.properties where property.get() != nil {
            content += element(for: property, common: interface.emitsChanged ?? .true)
        }
        return "  <interface name=\"\(interface.name)\">\n\(content)  </interface>\n"
    }

    private static func element(for property: DBusProperty, common: EmitsChangedSignal) -> String {
        let access = property.set == nil ? "read" : "readwrite"
        let deviating = property.emitsChanged == common ? nil : property.emitsChanged.rawValue
        return member(
            "property", property.name, " type=\"\(property.signature)\" access=\"\(access)\"",
            content: annotation(documentation, property.documentation, indent: 6)
                + annotation(emitsChanged, deviating, indent: 6))
    }

    private static func arguments(_ arguments: [DBusArgument], _ direction: String) -> String {
        arguments.reduce(into: "") { text, argument in
            text += "      <arg name=\"\(escaped(argument.name))\""
            text += " type=\"\(argument.signature)\"\(direction)/>\n"
        }
    }

    private static func member(
        _ element: String, _ name: String, _ attributes: String = "", content: String
    ) -> String {
        let start = "    <\(element) name=\"\(name)\"\(attributes)"
        return content.isEmpty ? "\(start)/>\n" : "\(start)>\n\(content)    </\(element)>\n"
    }

    private static func annotation(_ name: String, _ value: String?, indent: Int) -> String {
        guard let value else { return "" }
        let space = String(repeating: " ", count: indent)
        return "\(space)<annotation name=\"\(name)\" value=\"\(escaped(value))\"/>\n"
    }

    private static let documentation = "org.gtk.GDBus.DocString"
    private static let emitsChanged = "org.freedesktop.DBus.Property.EmitsChangedSignal"

    private static func escaped(_ text: String) -> String {
        // Nearly all texts go as they are, and who asks often should not cost much.
        guard text.utf8.contains(where: { "&<>\"\n".utf8.contains($0) }) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static let properties = """
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>

        """

    private static let walkable = """
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect">
              <arg name="xml_data" type="s" direction="out"/>
            </method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId">
              <arg name="machine_uuid" type="s" direction="out"/>
            </method>
          </interface>

        """
}
