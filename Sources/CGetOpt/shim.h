#ifndef VESTIBULE_CGETOPT_SHIM_H
#define VESTIBULE_CGETOPT_SHIM_H

#include <getopt.h>

// The library keeps its place in global variables, which Swift's concurrency checking keeps away from.

static inline const char *getopt_argument(void) { return optarg; }

static inline int getopt_index(void) { return optind; }

// Zero, where one would do for other libraries: glibc's then also forgets what it has read of a word.
static inline void getopt_begin(void) { optind = 0; }

#endif
