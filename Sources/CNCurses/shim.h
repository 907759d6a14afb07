#ifndef VESTIBULE_CNCURSES_SHIM_H
#define VESTIBULE_CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdint.h>
#include <term.h>

// Macros and variables of curses.h that Swift does not see.

static const attr_t curses_bold = A_BOLD;
static const attr_t curses_reverse = A_REVERSE;
static const attr_t curses_underline = A_UNDERLINE;
static const attr_t curses_dim = A_DIM;
static const attr_t curses_alternate_characters = A_ALTCHARSET;

/// The window that covers the screen.
static inline WINDOW *curses_screen_window(void) { return stdscr; }

/// The terminal's string for the capability `name`, NULL where it has none.
static inline const char *curses_capability(const char *name) {
    char *value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

/// Puts one cell at `row`, `column`; `text` is a base character and its marks, and ends with 0.
static inline void curses_put(
    WINDOW *window, int row, int column, const uint32_t *text, attr_t attributes, int pair) {
    cchar_t cell;
    if (setcchar(&cell, (const wchar_t *)text, attributes, 0, &pair) == OK) {
        mvwadd_wchnstr(window, row, column, &cell, 1);
    }
}

// glibc shows these only to sources that ask for GNU names, which Swift's own module does not.
int memfd_create(const char *name, unsigned int flags);
int dup3(int old, int new, int flags);
enum { MFD_CLOEXEC = 1 };

#endif
