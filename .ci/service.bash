# Shared by the scripts that try the live service: its start and end, on a store of its own, and a database for it.
#
# Needs steps.bash; $service is the program.

# Whatever fails, nothing is left running.
trap 'kill $(jobs -p) 2> /dev/null; wait; rm -rf "$scratch"' EXIT

# start_service STORE [OPTION...]: with cheap hashes, and codes that go nowhere; sets $url and $pid.
start_service() {
    local store=$1
    shift
    # An earlier one's tells of another address.
    rm -f "$scratch/log"
    "$service" serve --listen 127.0.0.1:0 --store "$store" --hash-memory 1 --hash-passes 1 \
        --sms-command 'cat > /dev/null' --mail-command 'cat > /dev/null' "$@" 2> "$scratch/log" &
    pid=$!
    until grep -qs '"event":"listening"' "$scratch/log"; do
        kill -0 "$pid" 2> /dev/null || { cat "$scratch/log"; return 1; }
        sleep 0.1
    done
    url=http://$(sed -n 's/.*"event":"listening".*"address":"\([^"]*\)".*/\1/p' "$scratch/log")
}

stop_service() {
    kill "$pid"
    wait "$pid"
}

# register ACCOUNT PASSWORD: makes an account, and prints the token of its session.
register() {
    local reply
    reply=$(curl --silent --header 'Content-Type: application/json' \
        --data "{\"account\":\"$1\",\"password\":\"$2\"}" "$url/v1/register")
    sed -n 's/.*"token":"\([0-9a-f]*\)".*/\1/p' <<< "$reply" | grep . || { echo "$reply" >&2; return 1; }
}

# start_mariadb: a server in the scratch folder, on a socket there and without a network; sets $database and $mariadb.
start_mariadb() {
    local folder=$scratch/mariadb user=()
    mkdir "$folder" || return 1
    # It does not run as root unless told, and must get through to its folder.
    [ "$(id -u)" != 0 ] || { user=(--user=mysql); chmod 755 "$scratch"; chown mysql "$folder"; }
    mariadb-install-db --no-defaults "${user[@]}" --auth-root-authentication-method=normal --skip-test-db \
        --datadir="$folder/data" --tmpdir="$folder" > "$folder/log" 2>&1 || { cat "$folder/log"; return 1; }
    mariadbd --no-defaults "${user[@]}" --datadir="$folder/data" --socket="$folder/socket" --skip-networking \
        --pid-file="$folder/pid" --tmpdir="$folder" >> "$folder/log" 2>&1 &
    mariadb=$!
    until ask_mariadb 'CREATE DATABASE accounts' 2> /dev/null; do
        kill -0 "$mariadb" 2> /dev/null || { cat "$folder/log"; return 1; }
        sleep 0.2
    done
    database="mysql://root@localhost/accounts?socket=$folder/socket"
}

# ask_mariadb SQL: runs a statement, and prints its rows.
ask_mariadb() {
    mariadb --no-defaults --batch --skip-column-names --user=root --socket="$scratch/mariadb/socket" --execute="$1"
}

stop_mariadb() {
    kill "$mariadb"
    wait "$mariadb"
}
