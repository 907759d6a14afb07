#ifndef VESTIBULE_TERMINAL_RESTORATION_H
#define VESTIBULE_TERMINAL_RESTORATION_H

// What has to work inside a signal handler (T1). It is C, because Swift promises nothing about which of its code may
// run there; everything here keeps to the functions that signal-safety(7) lists and to memory set aside beforehand.

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <termios.h>

/// Signals that the program waits for instead of ending by them; bits of `terminal_signals_take`.
enum {
    TERMINAL_SIGNAL_STOP = 1,
    TERMINAL_SIGNAL_CONTINUE = 2,
    TERMINAL_SIGNAL_RESIZE = 4,
};

/// From now on, `terminal_restore` gives the terminal behind `descriptor` the settings `modes`.
void terminal_restoration_arm(int descriptor, const struct termios *modes);

/// From `terminal_restoration_screen_entered` on, `terminal_restore` also sends `bytes`, of which it keeps a copy.
///
/// Returns whether they fit.
bool terminal_restoration_set_bytes(const char *bytes, size_t count);

/// From now on, `terminal_restore` sends the bytes.
///
/// A screen that was never entered must not be left: that would move the cursor.
void terminal_restoration_screen_entered(void);

/// Restores the terminal once for each arming; a terminal that some other process group has the use of is left alone.
void terminal_restore(void);

/// Handles INT, TERM, HUP, QUIT and what else would end the program (restore, end with 128 + n), notes CONT, WINCH
/// and, where `handles_stop`, TSTP, and ignores PIPE, XFSZ and, where not, TSTP. What was ignored before stays ignored.
///
/// Noting a signal makes `event_descriptor`, an eventfd, readable.
void terminal_signals_install(int event_descriptor, bool handles_stop);

/// The signals that have come since the last call.
unsigned terminal_signals_take(void);

/// Keeps the handled signals from the calling thread, and gives it a stack of its own for crash handlers.
void terminal_signals_keep_from_thread(void);

/// Makes `exec` give the signals the dispositions that they had; gives this thread the mask and the limit on core files.
void terminal_signals_restore_inherited(void);

/// Makes `exec` close the descriptors from `first` on.
void terminal_descriptors_close_on_exec(int first);

/// Stops the process group as Ctrl-Z does; returns once it goes on, or at once where it cannot be stopped.
void terminal_stop(void);

/// Waits, stopped as any program in the background that touches its terminal, until this one is in the foreground.
void terminal_await_foreground(int descriptor);

/// Makes crashes restore the terminal, name the signal on standard error and end with 128 + n, and leave no core file.
void terminal_crash_handlers_install(void);

#endif
