# Attack on stdin_stdout (early exit): leaves with code 0 and prints nothing.
import sys
sys.exit(0)
