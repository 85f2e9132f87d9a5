// What the source of a function says of its parameters, for languages that don't tell while they
// run: TypeScript forgets its types, Rust has no reflection, and Go's doesn't know `byte` from
// `uint8`. No more of a language is understood than how declarations begin and brackets close.
//
// Pure, thread-safe.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "langs/source/source_tokens.h"

namespace assay {

// Parts of the code that was given, without white space and comments around them.
struct Signature {
  bool of_solution = false;                  // a member of Solution, else a function of the file
  std::vector<std::string_view> parameters;  // "nums: Vec<i32>", "&mut self", "a, b"
  std::string_view result;                   // "Option<Box<ListNode>>"; empty: none is named
};

// The declaration of the function `name` of a Go, Rust or TypeScript file: the method of Solution
// where there is one, else the function of the file's outermost level; the first of several.
std::optional<Signature> FindSignature(std::string_view code, std::string_view name,
                                       SourceSyntax syntax);

// Of "name: type" the type; empty when there is none.
std::string_view TypeOf(std::string_view parameter, SourceSyntax syntax);

}  // namespace assay
