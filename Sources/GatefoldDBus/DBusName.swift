// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
package import GatefoldGLib

/// A well-known name that is ours whenever the bus gives it: the first free one of some.
@PlayerActor
package final class DBusName {
    /// The name that is ours now.
    package private(set) var owned: String? {
        didSet { if owned != oldValue { onChange?(owned) } }
    }

    private let candidates: [String]
    private let isQueued: Bool
    private let onChange: (@PlayerActor (String?) -> Void)?
    private weak var connection: DBusConnection?
    private var index = 0
    /// Whether somebody is an earlier connection of ours, whose end the bus has not seen yet.
    private var isPredecessor: (@PlayerActor (_ owner: String) -> Bool)?
    private var retry: EventSource?
    private var backoff = Backoff(first: .seconds(1), longest: .seconds(60))

    init(
        _ candidates: [String], isQueued: Bool, onChange: (@PlayerActor (String?) -> Void)?
    ) {
        self.candidates = candidates
        self.isQueued = isQueued
        self.onChange = onChange
    }

    /// Asks for the name on a new connection, on which it may be ours already.
    func begin(
        on connection: DBusConnection, isPredecessor: @escaping @PlayerActor (String) -> Bool
    ) {
        self.connection = connection
        self.isPredecessor = isPredecessor
        backoff.reset()
        _ = backoff.next()
        claim(0)
    }

    /// Takes over a name that the connection has already.
    func begin(on connection: DBusConnection, owning name: String) {
        self.connection = connection
        owned = name
    }

    /// The connection is gone, and the name with it.
    func end() {
        connection = nil
        retry = nil
        owned = nil
    }

    /// The bus gave a name, or took it away.
    func change(_ name: String, isOurs: Bool) {
        if isOurs {
            // Also the end of a wait in the bus's queue.
            if owned == nil, candidates[index] == name { owned = name }
        } else if owned == name {
            Log.warning("the bus took a name away", name)
            owned = nil
            claim(0)
        }
    }

    private func claim(_ index: Int) {
        guard let connection else { return }
        self.index = index
        retry = nil
        let flags = isQueued ? 0 : UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE)
        connection.callBus("RequestName", [.string(candidates[index]), .uint32(flags)]) {
            [weak self] reply in
            guard let self, self.connection === connection else { return }
            settle(reply)
        }
    }

    private func settle(_ reply: Result<[DBusValue], DBusError>) {
        switch reply {
        case .success(let values):
            switch values.first?.uint32Value.map(Int32.init) {
            case DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER, DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER:
                owned = candidates[index]
            case DBUS_REQUEST_NAME_REPLY_IN_QUEUE: Log.info("waiting for a name", candidates[index])
            default: yield()
            }
        case .failure(let error):
            Log.warning("the bus refuses a name", "\(candidates[index]): \(error)")
            claimNext()
        }
    }

    /// Somebody has the name; only a connection of ours that is about to go is waited for.
    private func yield() {
        connection?.callBus("GetNameOwner", [.string(candidates[index])]) { [weak self] reply in
            guard let self, connection != nil else { return }
            // Without an owner it has become free.
            let owner = (try? reply.get())?.first?.stringValue
            guard let owner else { return claim(index) }
            guard isPredecessor?(owner) == true else { return claimNext() }
            retry = .timeout(after: .milliseconds(50)) { [weak self] in
                self.map { $0.claim($0.index) }
            }
        }
    }

    private func claimNext() {
        guard index + 1 == candidates.count else { return claim(index + 1) }
        retry = .timeout(after: backoff.next()) { [weak self] in self?.claim(0) }
    }
}
