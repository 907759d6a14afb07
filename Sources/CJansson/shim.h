#ifndef VESTIBULE_CJANSSON_SHIM_H
#define VESTIBULE_CJANSSON_SHIM_H

#include <jansson.h>
#include <malloc.h>

// The code is a character behind the end of the text, which Swift sees as a tuple.
static inline enum json_error_code vestibule_json_error_code(const json_error_t *error) {
    return json_error_code(error);
}

#endif
