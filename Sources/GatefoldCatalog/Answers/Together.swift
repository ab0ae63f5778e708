// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

/// Asks about many things at once; the answers are in the order of the things.
///
/// How many requests are under way at a time is the client's affair. The first error ends it all.
func together<Element: Sendable, Value: Sendable>(
    _ elements: [Element],
    _ ask: @escaping @PlayerActor @Sendable (Element) async throws(SourceError) -> Value
) async throws(SourceError) -> [Value] {
    // On the actor: a task group's would begin on threads that wake the process for ever.
    let tasks = elements.map { element in
        Task { @PlayerActor in await result(of: ask, element) }
    }
    defer { for task in tasks { task.cancel() } }
    return try await withTaskCancellationHandler {
        await inOrder(tasks)
    } onCancel: {
        for task in tasks { task.cancel() }
    }.get()
}

private func inOrder<Value>(
    _ tasks: [Task<Result<Value, SourceError>, Never>]
) async -> Result<[Value], SourceError> {
    var values: [Value] = []
    for task in tasks {
        switch await task.value {
        case .success(let value): values.append(value)
        case .failure(let error): return .failure(error)
        }
    }
    return .success(values)
}

@PlayerActor
private func result<Element: Sendable, Value: Sendable>(
    of ask: @PlayerActor @Sendable (Element) async throws(SourceError) -> Value,
    _ element: Element
) async -> Result<Value, SourceError> {
    do throws(SourceError) {
        return .success(try await ask(element))
    } catch {
        return .failure(error)
    }
}
