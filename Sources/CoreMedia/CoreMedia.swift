// SPDX-License-Identifier: MPL-2.0

// Apple's code imports this name for `CMTime` and what belongs to it: they are in `AVFoundation`.

@_exported public import AVFoundation
