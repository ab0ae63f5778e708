// SPDX-License-Identifier: MPL-2.0

public import CoreMedia
public import Foundation

/// A time or a piece of time where an object is wanted.
///
/// The platform's `NSValue` cannot hold structures of its own.
///
/// `@unchecked Sendable`: nothing of it changes.
private final class TimeValue: NSValue, @unchecked Sendable {
    let range: CMTimeRange
    /// As Objective-C writes a structure of two times.
    private static let encoding: StaticString = "{?={?=qiIq}{?=qiIq}}"

    init(_ range: CMTimeRange) {
        self.range = range
        super.init()
    }

    /// Nothing calls it: the values are made of times.
    required convenience init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
        self.init(value.loadUnaligned(as: CMTimeRange.self))
    }

    required init?(coder: NSCoder) { nil }

    override var objCType: UnsafePointer<Int8> {
        UnsafeRawPointer(Self.encoding.utf8Start).assumingMemoryBound(to: Int8.self)
    }

    override func getValue(_ value: UnsafeMutableRawPointer) {
        value.storeBytes(of: range, as: CMTimeRange.self)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ other: Any?) -> Bool { (other as? TimeValue)?.range == range }

    override var hash: Int { range.hashValue }

    override var description: String { "\(range)" }
}

/// What can be made by a closure: the way to an instance of a subclass.
package protocol MadeByClosure {}

extension MadeByClosure {
    init(_ made: () -> Self) {
        self = made()
    }
}

extension NSValue: MadeByClosure {}

extension NSValue {
    /// A time as an object.
    public convenience init(time: CMTime) {
        self.init(timeRange: CMTimeRange(start: time, duration: .zero))
    }

    /// A piece of time as an object.
    public convenience init(timeRange: CMTimeRange) {
        // Whoever subclasses `NSValue` gets no instance of the subclass, as with any of its values.
        self.init { unsafeDowncast(TimeValue(timeRange) as NSValue, to: Self.self) }
    }

    /// The time that it is; invalid where it is none.
    public var timeValue: CMTime { (self as? TimeValue)?.range.start ?? .invalid }

    /// The piece of time that it is; invalid where it is none.
    public var timeRangeValue: CMTimeRange {
        (self as? TimeValue)?.range ?? CMTimeRange(start: .invalid, duration: .invalid)
    }
}
