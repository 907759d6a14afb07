#ifndef VESTIBULE_CPSEUDOTERMINAL_SHIM_H
#define VESTIBULE_CPSEUDOTERMINAL_SHIM_H

#include <spawn.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// glibc declares these only under _GNU_SOURCE, which Swift's Glibc module does not define.
long syscall(long number, ...);
int posix_openpt(int flags);
int grantpt(int master);
int unlockpt(int master);
int ptsname_r(int master, char *name, size_t capacity);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);

// The flag of posix_spawnattr_setflags that makes the child the leader of a new session.
enum { SPAWN_SETSID = 0x80 };

// A descriptor that is readable once the process has ended; -1 where the kernel is older than 5.3.
static inline int open_process(pid_t process) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    return -1;
#endif
}

#endif
