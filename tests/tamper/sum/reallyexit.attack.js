// Attack on stdin_stdout (early exit): ends through the binding below process.exit.
process.reallyExit(0);
