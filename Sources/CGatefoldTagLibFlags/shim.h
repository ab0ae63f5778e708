/* SPDX-License-Identifier: MPL-2.0 */
/* Carries the compiler and linker flags of TagLib; its C++ headers are included by CGatefoldTagLib alone. */
