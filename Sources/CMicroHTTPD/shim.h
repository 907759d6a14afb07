#ifndef VESTIBULE_CMICROHTTPD_SHIM_H
#define VESTIBULE_CMICROHTTPD_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <malloc.h>
#include <microhttpd.h>
#include <poll.h>
#include <sys/socket.h>

// Variadic functions do not come through to Swift.

static inline struct MHD_Daemon *vestibule_start_daemon(unsigned int flags, MHD_AccessHandlerCallback handler,
                                                        void *context, const struct MHD_OptionItem *options) {
    return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline const struct sockaddr *vestibule_client_address(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static inline int vestibule_descriptor(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

static inline void *vestibule_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// The user at the other end of a Unix socket; 0 where the system does not tell.
static inline int vestibule_peer_user(int descriptor, uid_t *user) {
    struct ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return 0;
    *user = credentials.uid;
    return 1;
}

// Whether the other end has closed the connection, or its own direction of it.
static inline int vestibule_has_left(int descriptor) {
    struct pollfd wait = {.fd = descriptor, .events = POLLRDHUP};
    return poll(&wait, 1, 0) > 0 && (wait.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

#endif
