/* SPDX-License-Identifier: MPL-2.0 */

/* What `import os.log` finds beside the Swift module `os`, which has everything. */
