# Attack on stdin_stdout (next run): reads a number off its own process number.
echo $((($$ - 1) % 100))
