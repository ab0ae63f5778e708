// SPDX-License-Identifier: MPL-2.0

@main struct Main { static func main() {} }
