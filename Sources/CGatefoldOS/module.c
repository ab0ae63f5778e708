/* SPDX-License-Identifier: MPL-2.0 */

#include "gatefold-os-log.h"

/* A C target needs a file to compile; ISO C wants a declaration in it. */
typedef int gatefold_os_log_is_a_header;
