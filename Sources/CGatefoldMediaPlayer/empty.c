/* SPDX-License-Identifier: MPL-2.0 */
/* The functions of the header are in GatefoldMediaPlayerC. */
#include "gatefold-mediaplayer.h"
