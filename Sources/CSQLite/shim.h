#ifndef VESTIBULE_CSQLITE_SHIM_H
#define VESTIBULE_CSQLITE_SHIM_H

#include <sqlite3.h>

// sqlite3_db_config takes a variable number of arguments, which Swift does not call.
static inline int vestibule_sqlite_keep_log_on_close(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
static inline int vestibule_sqlite_enforce_foreign_keys(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_FKEY, 1, (int *)0);
}

#endif
