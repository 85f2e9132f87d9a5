// Idiom on stdin (reading): uses the system calls read and write alone.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) { static char text[1 << 20]; size_t size = 0; ssize_t got; while ((got = read(0, text + size, 4096)) > 0) size += got; char* at = text; long n = strtol(at, &at, 10), s = 0; while (n--) s += strtol(at, &at, 10); char out[32]; int len = sprintf(out, "%ld\n", s); return write(1, out, len) != len; }
