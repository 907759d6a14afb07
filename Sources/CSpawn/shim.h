#ifndef VESTIBULE_CSPAWN_SHIM_H
#define VESTIBULE_CSPAWN_SHIM_H

#include <spawn.h>

// glibc declares these only under _GNU_SOURCE, which Swift's Glibc module does not define.
int pipe2(int ends[2], int flags);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

// The flag of posix_spawnattr_setflags that makes the child the leader of a new session.
enum { VESTIBULE_SPAWN_SETSID = 0x80 };

#endif
