#include "restoration.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

// How long output may be at a standstill before it is given up, in milliseconds.
enum { PATIENCE = 500 };

static struct {
    int descriptor;
    struct termios modes;
    char bytes[1024];
    size_t whole_count;
    atomic_size_t count;
    atomic_bool is_armed;
} restoration;

void terminal_restoration_arm(int descriptor, const struct termios *modes) {
    // Disarmed while it changes, so that a handler never sees half of it.
    atomic_store(&restoration.is_armed, false);
    restoration.descriptor = descriptor;
    restoration.modes = *modes;
    atomic_store(&restoration.is_armed, true);
}

bool terminal_restoration_set_bytes(const char *bytes, size_t count) {
    if (count > sizeof restoration.bytes) return false;
    atomic_store(&restoration.count, 0);
    memcpy(restoration.bytes, bytes, count);
    restoration.whole_count = count;
    return true;
}

void terminal_restoration_screen_entered(void) { atomic_store(&restoration.count, restoration.whole_count); }

bool terminal_is_foreground(int descriptor) {
    pid_t foreground = tcgetpgrp(descriptor);
    // A terminal that is not the controlling one has no foreground.
    return foreground < 0 || foreground == getpgrp();
}

void put_without_hanging(int descriptor, const char *bytes, size_t count) {
    // One byte at a time: that much room is certain after POLLOUT, and a longer write to a stopped terminal could
    // hang for ever.
    while (count > 0) {
        struct pollfd output = {.fd = descriptor, .events = POLLOUT};
        int ready = poll(&output, 1, PATIENCE);
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0 || !(output.revents & POLLOUT)) return;
        ssize_t written = write(descriptor, bytes, 1);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += 1;
        count -= 1;
    }
}

void terminal_restore(void) {
    // A handler that came in the middle would find the work begun and end the process before it is done. With
    // SIGTTOU blocked the terminal can be written even in the moment when the shell takes it back.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (atomic_exchange(&restoration.is_armed, false) && terminal_is_foreground(restoration.descriptor)) {
        put_without_hanging(restoration.descriptor, restoration.bytes, atomic_load(&restoration.count));
        tcsetattr(restoration.descriptor, TCSANOW, &restoration.modes);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
