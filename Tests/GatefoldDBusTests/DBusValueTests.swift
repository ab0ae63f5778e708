// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import Testing

@Suite struct `Values of D-Bus` {
    @Test(arguments: ["/", "/a", "/org/mpris/MediaPlayer2", "/_/0"])
    func `accept an object path`(_ text: String) {
        #expect(ObjectPath(rawValue: text)?.rawValue == text)
    }

    @Test(arguments: ["", "a", "/a/", "//", "/a-b", "/ä", "/a\0", "/a/../b", "/a b"])
    func `refuse what is no object path`(_ text: String) {
        #expect(ObjectPath(rawValue: text) == nil)
    }

    @Test(arguments: ["", "s", "a{sv}", "sa{sv}as", "a(ii)", "v"])
    func `accept a signature`(_ text: String) {
        #expect(DBusSignature(rawValue: text)?.rawValue == text)
    }

    @Test(arguments: ["a", "{sv}", "a{vs}", "()", "z", "s\0", "a{s}", "(i"])
    func `refuse what is no signature`(_ text: String) {
        #expect(DBusSignature(rawValue: text) == nil)
    }

    @Test func `know their signature, also when empty`() {
        #expect(DBusValue.strings([]).signature == "as")
        #expect(DBusValue.vardict([]).signature == "a{sv}")
        let nested = DBusValue.structure([
            .array(of: "(ox)", []), .variant(.byte(1)), .dictionary(key: "u", value: "ab", []),
        ])
        #expect(nested.signature == "(a(ox)va{uab})")
    }

    @Test func `give their content to the reader of their own type only`() {
        #expect(DBusValue.int64(5).int64Value == 5)
        #expect(DBusValue.int32(5).int64Value == nil)
        #expect(DBusValue.uint32(7).uint32Value == 7)
        #expect(DBusValue.string("x").objectPathValue == nil)
        #expect(DBusValue.strings(["a", "b"]).stringsValue == ["a", "b"])
        #expect(DBusValue.array(of: "o", []).stringsValue == nil)
        #expect(DBusValue.variant(.double(0.5)).unwrapped.doubleValue == 0.5)
        #expect(DBusValue.vardict([("a", .boolean(true))]).vardictValue == ["a": .boolean(true)])
    }

    @Test func `name an error that libdbus accepts`() {
        #expect(DBusError(name: "no name", message: "m").name == DBusError.failed("m").name)
        #expect(DBusError(name: "org.a.B", message: "m").name == "org.a.B")
        #expect(
            DBusError.propertyReadOnly("").name == "org.freedesktop.DBus.Error.PropertyReadOnly")
    }
}
