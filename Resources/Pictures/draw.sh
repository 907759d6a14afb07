#!/bin/sh
# Draws the pictures of README.md anew, by playing the tapes beside this file against the programs as they are now.
set -eu
cd "$(dirname "$0")/../.."
for product in vestibule vestibule-strength vestibule-tape; do swift build --product "$product"; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$PWD/.build/debug:$PATH
XDG_DATA_HOME=$work
export PATH XDG_DATA_HOME
vestibule-tape play Resources/Pictures/pictures.tape --speed max
# At its own pace, since that is what it shows.
vestibule-tape play Resources/Pictures/demo.tape
