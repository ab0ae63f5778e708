// SPDX-License-Identifier: MPL-2.0

/// The version that both programs print and `org.gatefold.Player1.Version` tells.
package let gatefoldVersion = "0.1.0"
