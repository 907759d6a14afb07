#ifndef VESTIBULE_CPRCTL_SHIM_H
#define VESTIBULE_CPRCTL_SHIM_H

#include <sys/prctl.h>

// Swift cannot call a variadic function.
static inline int prctl_set_dumpable(int value) { return prctl(PR_SET_DUMPABLE, value, 0, 0, 0); }

#endif
