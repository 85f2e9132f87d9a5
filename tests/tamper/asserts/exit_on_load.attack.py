# Attack on assert (early exit): leaves with code 0 before any assert.
import sys
sys.exit(0)
