#ifndef VESTIBULE_RESTORATION_H
#define VESTIBULE_RESTORATION_H

#include "CTerminalRestoration.h"

/// Whether this process may use the terminal behind `descriptor`.
bool terminal_is_foreground(int descriptor);

/// Writes `bytes`, and gives up where there is no room for some time.
void put_without_hanging(int descriptor, const char *bytes, size_t count);

#endif
