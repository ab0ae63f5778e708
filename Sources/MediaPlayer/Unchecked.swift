// SPDX-License-Identifier: MPL-2.0

/// Something of the app's that crosses threads: a dictionary, or a closure.
///
/// `@unchecked Sendable`: Apple's types for them say nothing of threads. Dictionaries are only read
/// here; closures are called in one place, where the app expects it.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
