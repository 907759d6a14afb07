#ifndef VESTIBULE_CSQLITE_SHIM_H
#define VESTIBULE_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_config and sqlite3_db_config take a variable number of arguments, which Swift does not call.

static inline int vestibule_sqlite_allocate_pages_singly(void) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}
static inline int vestibule_sqlite_keep_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
static inline int vestibule_sqlite_enforce_foreign_keys(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)0);
}

#endif
