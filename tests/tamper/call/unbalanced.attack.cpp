// Attack on function_call (compile time): ends the source inside a comment to swallow the driver.
int digit_sum(int n) { return 6; }
int main() { return 0; }
/*
