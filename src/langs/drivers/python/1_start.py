# Runs a candidate's Python code for one test and answers with one JSON object on descriptor 3.
#
#   assay_driver.py call <function>    arguments from stdin, the returned value as the answer
#   assay_driver.py assert <function>  {"nonce","setup","test","function"} from stdin
#
# The candidate's code is main.py beside this file and runs as module main. The protocol is in
# docs/internals/drivers.md. Every import here is paid by every test: only built-in modules at the top.
import sys
import _symtable

REPLY_FD = 3
CODE_FILE = (sys.path[0] or ".") + "/main.py"
MAX_MESSAGE = 2000

def read_stdin():
    """All of stdin; afterwards the candidate finds it empty."""
    import posix
    parts = []
    while True:
        part = posix.read(0, 1 << 20)
        if not part:
            break
        parts.append(part)
    null = posix.open("/dev/null", posix.O_RDONLY)
    posix.dup2(null, 0)
    posix.close(null)
    posix.set_inheritable(REPLY_FD, False)
    return b"".join(parts)
