/* SPDX-License-Identifier: MPL-2.0 */
/* How Foundation's run loop serves libdispatch's main queue on Linux; in no header of libdispatch. */

#ifndef GATEFOLD_DISPATCH_SHIM_H
#define GATEFOLD_DISPATCH_SHIM_H

/* An eventfd that is readable while the main queue has jobs; to be read before the callback. */
int _dispatch_get_main_queue_handle_4CF(void);
/* Runs what is on the main queue; only on the main thread. The argument is not used. */
void _dispatch_main_queue_callback_4CF(void *message);

#endif
