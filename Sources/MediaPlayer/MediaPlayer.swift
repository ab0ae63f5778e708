// SPDX-License-Identifier: MPL-2.0

// Code that imports this module alone uses TimeInterval, Date and URL.
@_exported public import Foundation
