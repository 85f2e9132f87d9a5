/* Parses a program once for all runs of a restorable process.
 *
 * CPython runs a script as byte code when it begins as a .pyc file does, and opens it a second time
 * for that. So the process compiles main.py before the place it is restored to, and what CPython
 * then opens is the byte code, read from memory; main.py itself stays where tracebacks and
 * `inspect` look for it. What would show is put right: the module's loader is that of a source
 * file. A program that doesn't compile, or not without a warning, is left to CPython: its messages
 * are part of each run. So is one with a constant set, whose order byte code doesn't keep. */
#ifndef ASSAY_ZYGOTE_PRELOAD_BYTE_CODE_H_
#define ASSAY_ZYGOTE_PRELOAD_BYTE_CODE_H_

#include <stdio.h>

/* A file of these bytes in memory, open to be read; NULL with errno. */
FILE* OpenBytes(const char* bytes, size_t count);

/* Sets in `globals`, once, what the others call. False with a Python error set. All but
 * those that open need the interpreter's lock. */
int AddByteCode(void* globals);

/* `path` as CPython opens it. Whether there is byte code of it now. */
int MakeByteCode(const char* path);

/* What CPython is to read instead of `path`: for the first two times that it opens what
 * MakeByteCode compiled. NULL: the file itself. */
FILE* OpenByteCode(const char* path);

/* Whether it is the second of these: once it is closed CPython has the program's code, and runs it
 * next. */
int HoldsByteCode(const FILE* file);

#endif /* ASSAY_ZYGOTE_PRELOAD_BYTE_CODE_H_ */
