#ifndef VESTIBULE_CXML2_SHIM_H
#define VESTIBULE_CXML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/tree.h>

// A variable holds the function, which Swift takes for one that anybody may change.
static inline void vestibule_xml_release(void *memory) { xmlFree(memory); }

#endif
