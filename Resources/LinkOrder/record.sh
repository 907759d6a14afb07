#!/bin/sh
# Records in functions.txt, beside this file, which functions a start, some keys, and a start with a remembered login
# run. The linker puts them side by side, so that a start touches few pages of the file. First come those that run at
# every key: after a pause between two keys no cache holds them any more. Worth doing again after large changes; what is
# out of date does no harm. Needs valgrind.
set -eu
cd "$(dirname "$0")/../.."
for product in vestibule vestibule-strength; do swift build -c release --disable-local-rpath --product $product; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objcopy --strip-debug .build/release/vestibule "$work/vestibule"
# on_terminal COMMAND: runs it in a window of 80 by 24, with what is typed on standard input.
on_terminal() {
    TERM=xterm-256color LC_ALL=C.UTF-8 script -qc "stty rows 24 cols 80; $1" /dev/null >/dev/null || true
}
# profile FOLDER: a start in that data directory, and what is typed.
profile() {
    on_terminal "valgrind --tool=callgrind --demangle=no --callgrind-out-file=$work/$1.profile $work/vestibule \
        --data-dir $work/$1"
}
# functions FOLDER: their names, those first that were called eight times at least. A function is named where it is
# first met: `fn=(1) name`, or `cfn=(1) name` where it is called.
functions() {
    awk -F '[()=]' '
        /^c?fn=/ {
            if ($4 != "") names[$3] = substr($4, 2)
            if ($1 == "cfn") called = $3
        }
        /^calls=/ { calls[called] += $2 }
        END { for (id in names) print (calls[id] < 8), names[id] }
    ' "$work/$1.profile" | sed "s/'[0-9]*\$//" | grep -v ' 0x' | LC_ALL=C sort -u | cut -d ' ' -f 2
}
# Eight keys in either field.
keys() {
    sleep 5
    for key in a b c d e f g h '\t' a b c d e f g h '\003'; do
        printf "$key"
        sleep 1
    done
}
# Registers and has the login remembered.
register() {
    for keys in '' 'lin\tcorrect horse 7\t ' '\033[Z\r' '\t\r' 'correct horse 7\tcorrect horse 7' '\r' '\003'; do
        sleep 2
        printf "$keys"
    done
}
cp .build/release/vestibule-strength "$work"
keys | profile new
register | on_terminal "$work/vestibule --data-dir $work/known"
(sleep 5 && printf '\003') | profile known
{
    functions new
    functions known
} | awk '!seen[$0]++' >Resources/LinkOrder/functions.txt
wc -l Resources/LinkOrder/functions.txt
