// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib
internal import GatefoldModel

extension FilePath {
    /// Whether it is on another computer, or behind a program, where changes are not told of.
    ///
    /// The corresponding C function is `statfs`; the numbers are those of its manual page.
    var isRemote: Bool {
        var status = statfs()
        guard withCString({ statfs($0, &status) }) == 0 else { return false }
        switch UInt32(truncatingIfNeeded: status.f_type) {
        // NFS, SMB, CIFS and SMB 2, 9P, AFS, Ceph, FUSE.
        case 0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x5346_414F, 0x00C3_6400,
            0x6573_5546:
            return true
        default: return false
        }
    }
}
