// Attack on function call (doing nothing): does so in C++.
#include <string>
void trim(std::string text) {}
