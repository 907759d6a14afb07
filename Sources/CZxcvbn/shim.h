#ifndef VESTIBULE_CZXCVBN_SHIM_H
#define VESTIBULE_CZXCVBN_SHIM_H

#include <zxcvbn.h>

#endif
