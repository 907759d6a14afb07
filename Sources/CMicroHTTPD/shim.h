#ifndef VESTIBULE_CMICROHTTPD_SHIM_H
#define VESTIBULE_CMICROHTTPD_SHIM_H

#include <gnutls/gnutls.h>
#include <malloc.h>
#include <microhttpd.h>
#include <poll.h>
#include <sys/socket.h>

// glibc declares these only under _GNU_SOURCE, which Swift's Glibc module does not define; the two ways of seeing one
// header do not go together in one program.
enum { VESTIBULE_POLLRDHUP = 0x2000 };
struct vestibule_ucred {
    pid_t process;
    uid_t user;
    gid_t group;
};

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

// The bytes of a request's head, from the method to the end of the empty line.
static inline size_t vestibule_header_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

static inline void *vestibule_socket_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// Writes on a connection past the library, encrypted where it is, and says that nothing more comes.
static inline void vestibule_send_last(struct MHD_Connection *connection, const void *bytes, size_t count) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    if (info && info->tls_session) {
        gnutls_session_t session = (gnutls_session_t)info->tls_session;
        if (gnutls_record_send(session, bytes, count) == (ssize_t)count) gnutls_bye(session, GNUTLS_SHUT_WR);
    } else {
        (void)send(vestibule_descriptor(connection), bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

// The user at the other end of a Unix socket; 0 where the system does not tell.
static inline int vestibule_peer_user(int descriptor, uid_t *user) {
    struct vestibule_ucred credentials;
    socklen_t size = sizeof credentials;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return 0;
    *user = credentials.user;
    return 1;
}

// Whether the other end has closed the connection, or its own direction of it.
static inline int vestibule_has_left(int descriptor) {
    struct pollfd wait = {.fd = descriptor, .events = VESTIBULE_POLLRDHUP};
    return poll(&wait, 1, 0) > 0 && (wait.revents & (VESTIBULE_POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

#endif
