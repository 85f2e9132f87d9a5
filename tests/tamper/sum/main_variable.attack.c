// Attack on stdin_stdout (compile time): makes main a variable instead of a function.
const int main = 195;
