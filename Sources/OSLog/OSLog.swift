// SPDX-License-Identifier: MPL-2.0

// Apple's code imports this name for `Logger`: it is in `os`.

@_exported public import os
