// SPDX-License-Identifier: MPL-2.0

// Apple's code imports this name for the session and the players of sound: they are in `AVFoundation`.

@_exported public import AVFoundation
