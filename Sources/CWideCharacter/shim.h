#ifndef VESTIBULE_CWIDECHARACTER_SHIM_H
#define VESTIBULE_CWIDECHARACTER_SHIM_H

#include <stddef.h>

// The C library's header shows this only to sources that ask for X/Open names, which Swift's own module does not.
int wcwidth(wchar_t character);

#endif
