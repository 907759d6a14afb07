#!/bin/sh
# Installs the Debian or Ubuntu packages that building and running the programs needs; with --tests, also those
# that the tests need. Quick and silent when nothing is missing.
set -eu

program=setup.sh
packages='libcurl4-openssl-dev libgnutls28-dev libjansson-dev libmariadb-dev libmicrohttpd-dev libncurses-dev
    libsodium-dev libsqlite3-dev libutf8proc-dev libvterm-dev libxml2-dev libzxcvbn-dev pkg-config'
# Readers of what we write; what the benchmarks measure us against and with; what makes certificates and small disks;
# what the examples are written in or for; what tests speak to the service with; and the server that the store tests run
# for themselves, also as a cluster.
test_packages='asciinema curl dialog e2fsprogs expect galera-4 librsvg2-bin mariadb-server netpbm openssl python3-venv
    rsync tmux wrk'

fail() {
    printf '%s: %s\n' "$program" "$1" >&2
    exit "${2:-1}"
}

case $# in
0) ;;
1)
    [ "$1" = --tests ] || fail "unknown argument $1; usage: sh Resources/setup.sh [--tests]" 2
    packages="$packages $test_packages"
    ;;
*) fail 'usage: sh Resources/setup.sh [--tests]' 2 ;;
esac

if ! command -v swift > /dev/null; then
    fail 'swift is not on the PATH: install Swift 6.3 from https://www.swift.org/install/linux/ and try again'
fi
if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
    fail "this system has no apt-get; install what these Debian packages hold: $packages"
fi

# One call for all: it lists the installed ones and fails if any is unknown, which is what is looked for.
# shellcheck disable=SC2016,SC2086 # the format is dpkg's; the list is meant to be split
installed=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' $packages 2> /dev/null || :)
missing=
for package in $packages; do
    case "
$installed
" in
    *"
$package installed
"*) ;;
    *) missing="$missing $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

printf '%s: installing%s\n' "$program" "$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo > /dev/null; then
    # sudo drops the environment, hence env.
    as_root=sudo
else
    fail "not root, and there is no sudo; as root, run: apt-get install$missing"
fi
install='env DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet'
# shellcheck disable=SC2086 # commands and lists that are meant to be split
{
    $as_root $install update > /dev/null || fail 'apt-get update failed'
    $as_root $install install --yes --no-install-recommends $missing > /dev/null || fail "could not install$missing"
}
