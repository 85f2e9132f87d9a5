// Attack on stdin_stdout (early exit): leaves with code 0.
process.exit(0);
