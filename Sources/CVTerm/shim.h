#ifndef VESTIBULE_CVTERM_SHIM_H
#define VESTIBULE_CVTERM_SHIM_H

#include <vterm.h>

#endif
