// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials

/// Decodes JSON on a thread; nil for what is none, or of another shape.
func decodeJSON<Value: Decodable & Sendable>(
    _ type: Value.Type, from bytes: [UInt8]
) async -> Value? {
    await offActor { try? JSONDecoder().decode(type, from: Data(bytes)) }
}
