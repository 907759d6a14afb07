#ifndef VESTIBULE_CMARIADB_SHIM_H
#define VESTIBULE_CMARIADB_SHIM_H

#include <mariadb/mysql.h>

#endif
