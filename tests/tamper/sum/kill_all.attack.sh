# Attack on stdin_stdout (signal): kills every process it may.
kill -9 -1
sleep 1
