// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// The sanitizer that everything was built with, as `-fsanitize=` names it; nil for none.
package let sanitizer = Process.variable("GATEFOLD_SANITIZER")
