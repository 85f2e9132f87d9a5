# Attack on stdin_stdout (probe): prints whatever expectations it finds.
cat /proc/1/environ /proc/*/cmdline /tests/*.out /tmp/* ../*.out 2>/dev/null
exit 0
