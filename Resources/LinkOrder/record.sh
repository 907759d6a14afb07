#!/bin/sh
# Records in functions.txt, beside this file, which functions a start and some keys of the front end run. The linker
# puts them side by side, so that a start touches few pages of the file. First come those that run at every key: after
# a pause between two keys no cache holds them any more. Worth doing again after large changes; what is out of date does
# no harm. Needs valgrind.
set -eu
cd "$(dirname "$0")/../.."
swift build -c release --disable-local-rpath --product vestibule
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objcopy --strip-debug .build/release/vestibule "$work/vestibule"
# Eight keys in either field.
keys() {
    sleep 5
    for key in a b c d e f g h '\t' a b c d e f g h '\003'; do
        printf "$key"
        sleep 1
    done
}
keys | TERM=xterm-256color LC_ALL=C.UTF-8 script -qc "stty rows 24 cols 80
    valgrind --tool=callgrind --demangle=no --callgrind-out-file=$work/profile $work/vestibule --data-dir $work/data" \
    /dev/null >/dev/null || true
# A function is named where it is first met: `fn=(1) name`, or `cfn=(1) name` where it is called.
awk -F '[()=]' '
    /^c?fn=/ {
        if ($4 != "") names[$3] = substr($4, 2)
        if ($1 == "cfn") called = $3
    }
    /^calls=/ { calls[called] += $2 }
    END { for (id in names) print (calls[id] < 8), names[id] }
' "$work/profile" | sed "s/'[0-9]*\$//" | grep -v ' 0x' | LC_ALL=C sort -u | cut -d ' ' -f 2 | awk '!seen[$0]++' \
    >Resources/LinkOrder/functions.txt
wc -l Resources/LinkOrder/functions.txt
