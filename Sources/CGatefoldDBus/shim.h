/* SPDX-License-Identifier: MPL-2.0 */
/* libdbus for Swift: the header, and inline functions for what Swift cannot import. */

#ifndef GATEFOLD_DBUS_SHIM_H
#define GATEFOLD_DBUS_SHIM_H

#include <dbus/dbus.h>
#include <stdint.h>

#endif
