// Attack on stdin_stdout (signal): aborts, as a crash that a harness may overlook.
#include <stdlib.h>
int main(void) { abort(); }
