// Honest twin: changes a text in place.
#include <string>
void trim(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
}
