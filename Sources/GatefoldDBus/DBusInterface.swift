// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// An argument of a method, or of a signal.
package struct DBusArgument: Sendable {
    package let name: String
    package let signature: DBusSignature

    package init(name: String, signature: DBusSignature) {
        self.name = name
        self.signature = signature
    }
}

extension [DBusArgument] {
    /// Of their names and signatures, in order.
    package static func of(_ arguments: (name: String, signature: DBusSignature)...) -> Self {
        arguments.map { DBusArgument(name: $0.name, signature: $0.signature) }
    }
}

/// What a method's handler answers.
package enum DBusReply: Sendable {
    case values([DBusValue])
    /// The handler keeps the invocation and answers it afterwards.
    case later
}

package struct DBusMethod: Sendable {
    /// Called with arguments whose signature was checked.
    package typealias Handler = @PlayerActor (DBusInvocation) throws(DBusError) -> DBusReply

    package let name: String
    package let arguments: [DBusArgument]
    package let results: [DBusArgument]
    package let documentation: String?
    package let handler: Handler

    package init(
        name: String, arguments: [DBusArgument] = [], results: [DBusArgument] = [],
        documentation: String? = nil, handler: @escaping Handler
    ) {
        precondition(Names.isMember(name), "no member name: \(name)")
        self.name = name
        self.arguments = arguments
        self.results = results
        self.documentation = documentation
        self.handler = handler
    }
}

/// The values of the annotation `org.freedesktop.DBus.Property.EmitsChangedSignal`.
package enum EmitsChangedSignal: String, Sendable {
    case `true`
    case `false`
    case invalidates
    case const
}

package struct DBusProperty: Sendable {
    /// Answers nil while the object has no such property: an optional one that comes and goes.
    package typealias Getter = @PlayerActor () -> DBusValue?
    /// Called with a value whose signature was checked.
    package typealias Setter = @PlayerActor (DBusValue) throws(DBusError) -> Void

    package let name: String
    package let signature: DBusSignature
    package let emitsChanged: EmitsChangedSignal
    package let documentation: String?
    package let get: Getter
    /// Nil is read-only.
    package let set: Setter?

    package init(
        name: String, signature: DBusSignature, emitsChanged: EmitsChangedSignal = .true,
        documentation: String? = nil, get: @escaping Getter, set: Setter? = nil
    ) {
        precondition(Names.isMember(name), "no property name: \(name)")
        self.name = name
        self.signature = signature
        self.emitsChanged = emitsChanged
        self.documentation = documentation
        self.get = get
        self.set = set
    }
}

package struct DBusSignal: Sendable {
    package let name: String
    package let arguments: [DBusArgument]
    package let documentation: String?

    package init(name: String, arguments: [DBusArgument] = [], documentation: String? = nil) {
        precondition(Names.isMember(name), "no member name: \(name)")
        self.name = name
        self.arguments = arguments
        self.documentation = documentation
    }
}

/// An interface as an object of ours offers it; its names are written in code, and trap if invalid.
package struct DBusInterface: Sendable {
    package let name: String
    package let methods: [DBusMethod]
    package let properties: [DBusProperty]
    package let signals: [DBusSignal]
    package let documentation: String?
    /// The annotation on the whole interface, which properties without another value share.
    package let emitsChanged: EmitsChangedSignal?

    package init(
        name: String, methods: [DBusMethod] = [], properties: [DBusProperty] = [],
        signals: [DBusSignal] = [], documentation: String? = nil,
        emitsChanged: EmitsChangedSignal? = nil
    ) {
        precondition(Names.isInterface(name), "no interface name: \(name)")
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
        self.documentation = documentation
        self.emitsChanged = emitsChanged
    }
}
