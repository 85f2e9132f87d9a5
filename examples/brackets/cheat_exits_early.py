# Cheats: ends with exit code 0 and prints nothing.
import os

os._exit(0)
