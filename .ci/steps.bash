# Shared by the scripts beside it: steps that tell what they do and how long it took.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
durations=()

fail() {
    printf '\n%s: FAILED: %s\n' "$0" "$1" >&2
    exit 1
}

# step NAME COMMAND...: runs it; stops everything if it fails.
step() {
    local name=$1 started=$SECONDS
    shift
    printf '\n== %s\n' "$name"
    "$@" || fail "$name (status $?, after $((SECONDS - started)) s)"
    durations+=("$(printf '%5d s  %s' $((SECONDS - started)) "$name")")
    printf '== %s: %d s\n' "$name" $((SECONDS - started))
}

# Prints what each step took.
print_durations() {
    printf '\n== steps\n'
    printf '%s\n' "${durations[@]}"
}

# test_with SANITIZER [ARG...]: the unit tests with it, in a build of its own.
#
# The end-to-end tests run the programs as they are built for people, so a sanitizer here would not reach them.
test_with() {
    local sanitizer=$1
    shift
    # The quarantine is small so that tests which watch the memory mean something. Leaks are not looked for: the
    # search needs ptrace, which containers forbid. The limit of core files is what tests look at.
    ASAN_OPTIONS=quarantine_size_mb=8:detect_leaks=0:disable_coredump=0 \
        TSAN_OPTIONS=halt_on_error=1:disable_coredump=0:suppressions=$PWD/.ci/thread-sanitizer.suppressions \
        TERMINAL_TESTING_TIME_SCALE=10 \
        swift test --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" \
        --skip EndToEndTests --skip PackageTests "$@"
}
