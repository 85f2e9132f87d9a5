# Attack on stdin_stdout (threads and exit handlers): prints guesses in an exit trap.
trap 'seq -100 200' EXIT
exit 0
