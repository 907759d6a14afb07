#define _GNU_SOURCE
#include "restoration.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Room for a handler and for the widest register file, on a page boundary.
enum { HANDLER_STACK = 64 * 1024 };

static atomic_uint noted;
static atomic_int event = -1;
static bool stops;

// What was found, for terminal_signals_restore_inherited.
static struct {
    bool is_changed[NSIG];
    struct sigaction actions[NSIG];
    bool has_mask, has_core_limit;
    sigset_t mask;
    struct rlimit core_limit;
} inherited;

// All that would end the program, but for KILL, crashes, the real-time signals, and PIPE and XFSZ, which are ignored.
static const int ending_signals[] = {SIGINT,  SIGTERM,   SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM,
                                     SIGPROF, SIGSTKFLT, SIGXCPU, SIGIO,   SIGPWR,  0};
static const int noted_signals[] = {SIGCONT, SIGWINCH, SIGTSTP, 0};

static const struct {
    int number;
    const char *line;
} crashes[] = {
    {SIGSEGV, "internal error: SIGSEGV\n"}, {SIGBUS, "internal error: SIGBUS\n"},
    {SIGILL, "internal error: SIGILL\n"},   {SIGFPE, "internal error: SIGFPE\n"},
    {SIGABRT, "internal error: SIGABRT\n"}, {SIGTRAP, "internal error: SIGTRAP\n"},
    {SIGSYS, "internal error: SIGSYS\n"},
};

static void end(int number) {
    terminal_restore();
    _exit(128 + number);
}

static void crash(int number) {
    terminal_restore();
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        if (crashes[i].number == number) {
            put_without_hanging(STDERR_FILENO, crashes[i].line, strlen(crashes[i].line));
        }
    }
    _exit(128 + number);
}

static void note(int number) {
    int error = errno;
    unsigned bit = number == SIGTSTP   ? TERMINAL_SIGNAL_STOP
                   : number == SIGCONT ? TERMINAL_SIGNAL_CONTINUE
                                       : TERMINAL_SIGNAL_RESIZE;
    atomic_fetch_or(&noted, bit);
    uint64_t one = 1;
    // Never full: that would take 2^64 signals.
    ssize_t ignored = write(atomic_load(&event), &one, sizeof one);
    (void)ignored;
    errno = error;
}

/// Sets the disposition of `number` and remembers the one that was found.
static void set_action(int number, void (*handler)(int), int flags) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    sigfillset(&action.sa_mask);
    struct sigaction before;
    sigaction(number, &action, &before);
    if (!inherited.is_changed[number]) {
        inherited.is_changed[number] = true;
        inherited.actions[number] = before;
    }
}

static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static sigset_t set_of(const int *numbers) {
    sigset_t set;
    sigemptyset(&set);
    for (; *numbers; numbers++) sigaddset(&set, *numbers);
    return set;
}

void terminal_signals_install(int event_descriptor, bool handles_stop) {
    atomic_store(&event, event_descriptor);
    if (!inherited.has_mask) {
        inherited.has_mask = true;
        pthread_sigmask(SIG_BLOCK, NULL, &inherited.mask);
    }
    // What whoever started the program ignored, as nohup does, stays so.
    for (const int *number = ending_signals; *number; number++) {
        if (!is_ignored(*number)) set_action(*number, end, SA_ONSTACK);
    }
    stops = handles_stop && !is_ignored(SIGTSTP);
    set_action(SIGTSTP, stops ? note : SIG_IGN, SA_ONSTACK | SA_RESTART);
    set_action(SIGCONT, note, SA_ONSTACK | SA_RESTART);
    set_action(SIGWINCH, note, SA_ONSTACK | SA_RESTART);
    // A write that fails is told better than one that kills.
    set_action(SIGPIPE, SIG_IGN, 0);
    set_action(SIGXFSZ, SIG_IGN, 0);

    sigset_t ending = set_of(ending_signals), others = set_of(noted_signals);
    pthread_sigmask(SIG_UNBLOCK, &ending, NULL);
    pthread_sigmask(SIG_UNBLOCK, &others, NULL);
}

unsigned terminal_signals_take(void) { return atomic_exchange(&noted, 0); }

/// Gives the calling thread a stack for handlers: a crash by too deep a recursion leaves no other.
static void set_handler_stack(void) {
    void *memory = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = HANDLER_STACK};
    sigaltstack(&stack, NULL);
}

void terminal_signals_keep_from_thread(void) {
    sigset_t ending = set_of(ending_signals), others = set_of(noted_signals);
    pthread_sigmask(SIG_BLOCK, &ending, NULL);
    pthread_sigmask(SIG_BLOCK, &others, NULL);
    set_handler_stack();
}

void terminal_signals_restore_inherited(void) {
    for (int number = 1; number < NSIG; number++) {
        if (!inherited.is_changed[number]) continue;
        struct sigaction now;
        bool is_ours = sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL;
        // exec turns a handler into the default; until then a crash must not be told by the language runtime's.
        if (is_ours && inherited.actions[number].sa_handler != SIG_IGN) continue;
        sigaction(number, &inherited.actions[number], NULL);
    }
    if (inherited.has_mask) pthread_sigmask(SIG_SETMASK, &inherited.mask, NULL);
    if (inherited.has_core_limit) setrlimit(RLIMIT_CORE, &inherited.core_limit);
}

void terminal_descriptors_close_on_exec(int first) {
    if (close_range((unsigned)first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
    // Linux before 5.11 cannot do it at once.
    for (long descriptor = first; descriptor < sysconf(_SC_OPEN_MAX); descriptor++) {
        fcntl((int)descriptor, F_SETFD, FD_CLOEXEC);
    }
}

/// Lets the default action of `number` happen to the whole process group, as the terminal itself would.
static void stop_group(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL}, before;
    sigaction(number, &action, &before);
    kill(0, number);
    sigaction(number, &before, NULL);
}

void terminal_stop(void) {
    if (stops) stop_group(SIGTSTP);
    atomic_fetch_and(&noted, ~(unsigned)(TERMINAL_SIGNAL_STOP | TERMINAL_SIGNAL_CONTINUE));
}

void terminal_await_foreground(int descriptor) {
    while (!terminal_is_foreground(descriptor) && !is_ignored(SIGTTOU)) {
        atomic_fetch_and(&noted, ~(unsigned)TERMINAL_SIGNAL_CONTINUE);
        kill(0, SIGTTOU);
        // The kernel does not stop an orphaned group, which nobody could continue.
        if (!(atomic_fetch_and(&noted, ~(unsigned)TERMINAL_SIGNAL_CONTINUE) & TERMINAL_SIGNAL_CONTINUE)) return;
    }
}

void terminal_crash_handlers_install(void) {
    set_handler_stack();
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) set_action(crashes[i].number, crash, SA_ONSTACK);
    // No other process of this user may look into the memory, and no core file may keep it. Only the soft limit:
    // a program that is executed afterwards gets its own back.
    prctl(PR_SET_DUMPABLE, 0);
    if (getrlimit(RLIMIT_CORE, &inherited.core_limit) == 0) {
        inherited.has_core_limit = true;
        struct rlimit none = {.rlim_cur = 0, .rlim_max = inherited.core_limit.rlim_max};
        setrlimit(RLIMIT_CORE, &none);
    }
}
