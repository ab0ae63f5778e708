/* SPDX-License-Identifier: MPL-2.0 */
/* SQLite for Swift: its header, and inline functions for what Swift cannot import. */

#ifndef GATEFOLD_SQLITE_SHIM_H
#define GATEFOLD_SQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

/* SQLITE_TRANSIENT, which has SQLite copy the value, is a cast of a number to a function. */
static inline int gatefold_bind_text(sqlite3_stmt *statement, int index, const char *text,
                                     int size) {
    return sqlite3_bind_text(statement, index, text, size, SQLITE_TRANSIENT);
}

static inline int gatefold_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                     int size) {
    return size == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                     : sqlite3_bind_blob(statement, index, bytes, size, SQLITE_TRANSIENT);
}

/* How well a row of a full-text table fits the words: more is better.

   Each word counts where it fits best, by the weight of that column, more at its beginning, and
   more the less else there is. Unlike bm25 it does not ask how rare a word is: every word has to
   be found, so that is the same for all rows, and to count it takes a look at all of them. */
static inline void gatefold_rank(const Fts5ExtensionApi *api, Fts5Context *context,
                                 sqlite3_context *result, int count, sqlite3_value **weights) {
    enum { phrases = 32 };
    double best[phrases] = {0};
    int instances = 0;
    int status = api->xInstCount(context, &instances);
    for (int index = 0; status == SQLITE_OK && index < instances; index++) {
        int phrase, column, offset, size = 1;
        status = api->xInst(context, index, &phrase, &column, &offset);
        if (status != SQLITE_OK || phrase >= phrases) continue;
        status = api->xColumnSize(context, column, &size);
        double value = column < count ? sqlite3_value_double(weights[column]) : 1;
        value *= 1 + (offset == 0 ? 0.5 : 0) + 1.0 / (size < 1 ? 1 : size);
        if (value > best[phrase]) best[phrase] = value;
    }
    double sum = 0;
    for (int phrase = 0; phrase < phrases; phrase++) sum += best[phrase];
    if (status == SQLITE_OK) {
        sqlite3_result_double(result, sum);
    } else {
        sqlite3_result_error_code(result, status);
    }
}

/* SQLite counts every allocation under a lock of the process unless it is told not to, before
   anybody has used it; afterwards this does nothing. Nobody here asks for the count. */
static inline void gatefold_stop_counting_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Makes gatefold_rank(table, weight…) known to a connection (https://sqlite.org/fts5.html, 7). */
static inline int gatefold_add_rank(sqlite3 *connection) {
    fts5_api *api = NULL;
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, NULL);
    if (status != SQLITE_OK) return status;
    sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
    sqlite3_step(statement);
    sqlite3_finalize(statement);
    if (api == NULL) return SQLITE_ERROR;
    return api->xCreateFunction(api, "gatefold_rank", NULL, gatefold_rank, NULL);
}

#endif
