#!/bin/bash
# What `make run` shows: starts the server, has it judge the submissions of examples/ over HTTP, prints
# their verdicts, and keeps serving until Ctrl-C.
#
#   PORT=8080 scripts/demo.sh
#   ASSAY_DEMO_ONCE=1: stops after the table, with its exit code
set -euo pipefail
cd "$(dirname "$0")/.."

port=${PORT:-8080}
binary=${ASSAY_BIN:-build/release/assay}
url=http://127.0.0.1:$port

"$binary" serve --host "${HOST:-127.0.0.1}" --port "$port" &
server=$!
trap 'kill -TERM "$server" 2>/dev/null; wait "$server" 2>/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

ready() { # GET /readyz with nothing but bash
  exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
  printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
  local line
  IFS= read -r -t 5 line <&3 || line=
  exec 3>&-
  [[ $line == *" 200 "* ]]
}
for ((try = 0; ; ++try)); do
  if ! kill -0 "$server" 2>/dev/null; then
    wait "$server" && exit 1 || exit $?
  fi
  if ready 2>/dev/null; then break; fi
  if [ "$try" -ge 600 ]; then
    echo "the server isn't ready after a minute" >&2
    exit 1
  fi
  sleep 0.1
done

echo
status=0
"$binary" run --url "$url" --batch examples/submissions.jsonl --table || status=$?
if [ -n "${ASSAY_DEMO_ONCE:-}" ]; then exit "$status"; fi
cat <<END

Still serving at $url. Try it from another terminal:
  curl -s $url/v1/verify -H 'content-type: application/json' -d '{
    "language": "python", "code": "print(sum(map(int, input().split())))",
    "problem": {"mode": "stdin_stdout", "tests": [{"input": "1 2", "expected": "3"}]}}'
Ctrl-C stops it.
END
wait "$server"
