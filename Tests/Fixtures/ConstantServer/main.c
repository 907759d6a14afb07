// Answers every request by the same bytes, from libmicrohttpd alone: what the service is measured against (section 9).
#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char body[] = "{\"accountBeingOrNotFlag\":\"0\",\"loginOKOrNotFlag\":\"0\"}";

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *part, size_t *part_size, void **state) {
    (void)context, (void)url, (void)method, (void)version, (void)part;
    if (*state == NULL) {
        *state = state;
        return MHD_YES;
    }
    if (*part_size > 0) {
        *part_size = 0;
        return MHD_YES;
    }
    struct MHD_Response *response =
        MHD_create_response_from_buffer(sizeof body - 1, (void *)body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(response, "Content-Type", "application/json");
    const enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    MHD_destroy_response(response);
    return result;
}

// Tells its port and runs until its standard input ends.
int main(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_TURBO, 0, NULL, NULL,
                         answer, NULL, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE,
                         (unsigned)sysconf(_SC_NPROCESSORS_ONLN), MHD_OPTION_END);
    if (daemon == NULL) return 1;
    printf("%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    char byte;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    MHD_stop_daemon(daemon);
    return 0;
}
