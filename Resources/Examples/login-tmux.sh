#!/bin/sh
# Logs in to the demo service with tmux: login-tmux.sh PATH-OF-VESTIBULE
set -eu
socket=vestibule-example-$$
tmux() { command tmux -L "$socket" -f /dev/null "$@"; }
trap 'tmux kill-server 2> /dev/null || :' EXIT

# wait_for TEXT: looks at the screen until it shows TEXT, for 30 seconds at the most. Each look is a round trip to the
# server, which reads the program's output meanwhile.
wait_for() {
    deadline=$(($(date +%s) + 30))
    while :; do
        screen=$(tmux capture-pane -p) || exit
        case $screen in *"$1"*) return ;; esac
        [ "$(date +%s)" -lt "$deadline" ] || break
    done
    printf '%s\n' "$screen"
    echo "no '$1' on this screen" >&2
    exit 1
}

tmux -u new-session -d -x 80 -y 24 "$1" --language en --service 'demo:?delay=0'
wait_for 'Forgot password'
tmux send-keys -l ada
tmux send-keys Tab
tmux send-keys -l testApp123456
wait_for 'Length OK'
tmux send-keys Enter
wait_for 'New followers 5'
printf '%s\n' "$screen"
tmux send-keys C-c
