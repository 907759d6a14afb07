#!/bin/sh
# Records in functions.txt, beside this file, which functions a start and some keys of the front end run. The linker
# puts them side by side, so that a start touches few pages of the file. Worth doing again after large changes; what is
# out of date does no harm. Needs valgrind.
set -eu
cd "$(dirname "$0")/../.."
swift build -c release --disable-local-rpath --product vestibule
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objcopy --strip-debug .build/release/vestibule "$work/vestibule"
keys() {
    sleep 5
    for key in a b c '\t' a b c '\003'; do
        printf "$key"
        sleep 1
    done
}
keys | TERM=xterm-256color LC_ALL=C.UTF-8 script -qc "stty rows 24 cols 80
    valgrind --tool=callgrind --demangle=no --callgrind-out-file=$work/profile $work/vestibule --data-dir $work/data" \
    /dev/null >/dev/null || true
sed -n "s/^c\{0,1\}fn=([0-9]*) //p" "$work/profile" | sed "s/'[0-9]*\$//" | grep -v '^0x' | LC_ALL=C sort -u \
    >Resources/LinkOrder/functions.txt
wc -l Resources/LinkOrder/functions.txt
