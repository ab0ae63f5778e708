// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel

// What the interfaces of the library and of the online sources have in common.

extension Set<SourceItem.Kind> {
    /// None is all.
    init(names: [String]) throws(DBusError) {
        self = []
        for name in names { insert(try SourceItem.Kind(name: name)) }
        if isEmpty { self = Set(SourceItem.Kind.allCases) }
    }
}

extension SourceItem.Kind {
    init(name: String) throws(DBusError) {
        guard let kind = Self(rawValue: name) else {
            let all = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalidArgs("There is no kind \(name): there are \(all).")
        }
        self = kind
    }
}

extension [SourceItem] {
    var dbusValue: DBusValue { .array(of: "a{sv}", map(\.dbusValue)) }
}

extension DBusInvocation {
    /// Replies with the values, or says why there are none.
    func answer(_ result: Result<[DBusValue], SourceError>) {
        switch result {
        case .success(let values): reply(values)
        case .failure(let error): fail(DBusError(error))
        }
    }
}

extension DBusError {
    init(_ error: SourceError) {
        self =
            switch error.code {
            case .notFound, .invalid: .invalidArgs(error.description)
            case .exists: .fileExists(error.description)
            case .unauthorised, .notAllowed: .accessDenied(error.description)
            case .unsupported: .notSupported(error.description)
            case .failed, .superseded, .offline, .rateLimited: .failed(error.description)
            }
    }
}
