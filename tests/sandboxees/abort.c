// ATTACK: none; abort must be seen as signal 6, as it would be outside a box.
// EXPECT: RE
// SIGNAL: 6
#include <stdlib.h>
int main(void) { abort(); }
