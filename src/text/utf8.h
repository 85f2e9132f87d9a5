// UTF-8, piece by piece. Checking and mending whole texts is in base/text.h, which rooms below this
// one need too. Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

// Of the bytes of a character, all but the first.
constexpr bool IsUtf8Continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// Where the first ill-formed sequence begins; the size of the text when there is none.
size_t FirstInvalidUtf8(std::string_view bytes);

// Characters (code points) of well-formed text.
size_t CountUtf8Characters(std::string_view utf8);

// REQUIRES: a code point that is no surrogate.
void AppendUtf8(std::string* out, uint32_t code);

}  // namespace assay
