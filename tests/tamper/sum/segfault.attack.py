# Attack on stdin_stdout (signal): crashes the interpreter.
import ctypes
ctypes.string_at(0)
