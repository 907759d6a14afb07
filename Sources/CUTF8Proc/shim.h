#ifndef VESTIBULE_CUTF8PROC_SHIM_H
#define VESTIBULE_CUTF8PROC_SHIM_H

#include <utf8proc.h>

#endif
