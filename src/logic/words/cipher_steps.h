// Ciphers on texts of the letters A to Z, each with a key that stands in facts as a string. Every
// one maps the texts of a length onto themselves, one to one. Pure; thread-safe.
//
//   affine      "5 8"      the factor, coprime with 26, and the shift from 0 to 25
//   atbash      ""
//   autokey     "LEMON"    1 to 16 letters
//   caesar      "3"        from 1 to 25
//   columnar    "LEMON"    2 to 12 different letters
//   keyword     "LEMON"    1 to 16 letters
//   rail_fence  "3"        rails, from 2 to 12
//   vigenere    "LEMON"    1 to 16 letters
#pragma once

#include <string>
#include <string_view>

#include "base/dice/mix.h"

namespace assay::logic::words {

struct CipherStep {
  std::string method;
  std::string key;
};

bool IsCipherStep(const CipherStep& step);

// All below REQUIRE IsCipherStep(step). `text`: letters A to Z.
std::string Encrypted(const CipherStep& step, std::string_view text);
std::string Decrypted(const CipherStep& step, std::string_view text);
// How to encrypt, for prompts.
std::string Explained(const CipherStep& step);

// REQUIRES: a method's name.
CipherStep DrawCipherStep(std::string_view method, Dice* dice);

}  // namespace assay::logic::words
