// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// What is asked of one source.
package typealias SourceQuestion<Value> =
    @PlayerActor @Sendable (any OnlineSource) async throws(SourceError) -> Value

/// The online sources of the user, as those see them who ask from outside.
@PlayerActor
package protocol SourceDirectory: AnyObject {
    typealias Answer<Value> = @PlayerActor @Sendable (Result<Value, SourceError>) -> Void

    /// Called when sources have come, gone or changed.
    var onChange: (@PlayerActor () -> Void)? { get set }

    /// All sources, by their names.
    func settings() throws(SourceError) -> [SourceSettings]

    /// Adds a source, or changes the one of the same name and address.
    ///
    /// Its password is taken anew from where it is kept.
    func add(_ settings: SourceSettings, then answer: @escaping Answer<Void>)

    func remove(_ name: String, then answer: @escaping Answer<Void>)

    /// Asks one source, and answers once, in a later turn; one that hangs has a limit.
    func ask<Value: Sendable>(
        _ name: String, _ question: @escaping SourceQuestion<Value>,
        then answer: @escaping Answer<Value>)
}

extension SourceDirectory {
    /// The same for who waits.
    package func ask<Value: Sendable>(
        _ name: String, _ question: @escaping SourceQuestion<Value>
    ) async throws(SourceError) -> Value {
        try await withCheckedContinuation { continuation in
            ask(name, question) { continuation.resume(returning: $0) }
        }.get()
    }
}
