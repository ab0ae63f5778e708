/* SPDX-License-Identifier: MPL-2.0 */
/* GStreamer for Swift: the headers, and inline functions for what Swift cannot import. */

#ifndef GATEFOLD_GSTREAMER_SHIM_H
#define GATEFOLD_GSTREAMER_SHIM_H

#include <gst/gst.h>
#include <gst/audio/streamvolume.h>
#include <stdint.h>

#endif
