#ifndef VESTIBULE_CSQLITE_SHIM_H
#define VESTIBULE_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
