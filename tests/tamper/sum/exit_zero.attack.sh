# Attack on stdin_stdout (early exit): leaves with code 0.
exit 0
