// SPDX-License-Identifier: MPL-2.0

// Apple's code without a view imports this name for the players: they are in `AVFoundation`.
//
// There is no view here.

@_exported public import AVFoundation
