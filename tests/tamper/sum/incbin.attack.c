// Attack on stdin_stdout (compile time): embeds the tests with .incbin.
#include <stdio.h>
__asm__(".section .rodata\nblob: .incbin \"/tests/1.out\"\n.byte 0\n.text");
extern const char blob[];
int main(void) { puts(blob); return 0; }
