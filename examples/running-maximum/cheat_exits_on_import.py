# Cheats: leaves with exit code 0 before any assert has run.
import sys

sys.exit(0)
