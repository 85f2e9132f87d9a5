// Attack on stdin_stdout (early exit): returns 0 without printing.
int main(void) { return 0; }
