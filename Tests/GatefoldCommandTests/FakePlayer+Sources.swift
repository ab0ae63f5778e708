// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib

/// What an online source does when it is asked.
enum SourceAnswer {
    /// It has things of these kinds, titles and artists.
    case items([(kind: String, title: String, artist: String)])
    case account(canPlay: Bool)
    case refusal(DBusError)
    /// It answers when a test says so, and nothing.
    case held
}

extension FakePlayer {
    var sourcesInterface: DBusInterface {
        let questions = [
            ("Search", ["s", "s", "as", "u"], ["aa{sv}"]),
            ("Chart", ["s", "s", "s", "s", "u"], ["aa{sv}"]), ("Account", ["s"], ["b", "b"]),
            ("Items", ["s", "s", "u", "u"], ["aa{sv}"]),
        ]
        let methods = questions.map { name, arguments, results in
            DBusMethod(
                name: name,
                arguments: arguments.map { argument(DBusSignature(rawValue: $0) ?? "s") },
                results: results.map { argument(DBusSignature(rawValue: $0) ?? "s") }
            ) { [weak self] (call) throws(DBusError) in
                self?.record(name, call.arguments)
                return try self?.answer(call) ?? .values([])
            }
        }
        return DBusInterface(
            name: "org.gatefold.Sources1",
            methods: methods + [
                listSources, recorded("Remove", ["s"]),
                recorded("Add", ["s", "s", "s", "s", "a{ss}"]),
            ])
    }

    private var listSources: DBusMethod {
        DBusMethod(name: "List", results: [argument("a(ssssa{ss})")]) {
            [weak self] (_) throws(DBusError) in
            let rows = self?.sources.map { source in
                DBusValue.structure([
                    .string(source.name), .string(source.kind), .string(source.address),
                    .string(source.user), .dictionary(key: "s", value: "s", []),
                ])
            }
            return .values([.array(of: "(ssssa{ss})", rows ?? [])])
        }
    }

    private func answer(_ call: DBusInvocation) throws(DBusError) -> DBusReply {
        let name = call.arguments[0].stringValue ?? ""
        switch answers[name] {
        case .items(let items):
            let rows = items.enumerated().map { index, item in
                DBusValue.vardict([
                    ("kind", .string(item.kind)), ("title", .string(item.title)),
                    ("artist", .string(item.artist)),
                    ("uri", .string("gatefold:at/\(name)/\(item.kind)/\(index)")),
                ])
            }
            return .values([.array(of: "a{sv}", rows)])
        case .account(let canPlay): return .values([.boolean(canPlay), .boolean(true)])
        case .refusal(let error): throw error
        case .held:
            held.append(call)
            return .later
        case nil: throw .invalidArgs("There is no source “\(name)”.")
        }
    }

    /// Those that were held answer that they have nothing.
    func release() {
        for call in held { call.reply([.array(of: "a{sv}", [])]) }
        held = []
    }
}
