// SPDX-License-Identifier: MPL-2.0

// Code that imports this module alone uses TimeInterval, Date, URL and CMTime, and what Apple's
// Foundation and UIKit bring along: ObservableObject and Observable.
@_exported public import Combine
@_exported public import CoreMedia
@_exported public import Foundation
@_exported public import Observation
