// SPDX-License-Identifier: MPL-2.0

// Code that imports this module alone uses CMTime, and what Apple's Foundation brings along.
@_exported public import Combine
@_exported public import CoreMedia
@_exported public import Foundation
