// Attack on stdin_stdout (signal): throws out of main.
int main() { throw 6; }
