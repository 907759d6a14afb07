#ifndef VESTIBULE_CSODIUM_SHIM_H
#define VESTIBULE_CSODIUM_SHIM_H

#include <sodium.h>

#endif
