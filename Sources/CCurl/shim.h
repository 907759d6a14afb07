#ifndef VESTIBULE_CCURL_SHIM_H
#define VESTIBULE_CCURL_SHIM_H

#include <curl/curl.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// curl_easy_setopt and curl_easy_getinfo take a variable number of arguments, which Swift does not call.

static inline CURLcode vestibule_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vestibule_curl_set_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode vestibule_curl_set_receiver(CURL *handle, CURLoption option, curl_write_callback receiver) {
    return curl_easy_setopt(handle, option, receiver);
}
static inline CURLcode vestibule_curl_get_number(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode vestibule_curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode vestibule_curl_get_text(CURL *handle, CURLINFO info, char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode vestibule_curl_get_list(CURL *handle, CURLINFO info, struct curl_slist **value) {
    return curl_easy_getinfo(handle, info, value);
}
// What a finished transfer came to lies in a union, which Swift sees as one.
static inline CURLcode vestibule_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}
// A look-up of a name that hangs must not hold up whoever cancels; versions before 7.87 wait for it.
static inline CURLcode vestibule_curl_abandon_lookups(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}
// The library takes all five functions or none.
static inline CURLcode vestibule_curl_start(curl_free_callback release, curl_realloc_callback resize) {
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, release, resize, strdup, calloc);
}

#endif
