// Attack on stdin_stdout (signal): dies of a segmentation fault.
int main(void) { *(volatile int *)0 = 1; return 0; }
