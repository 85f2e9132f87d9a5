#include "langs/source/java_source.h"

#include "langs/source/source_tokens.h"

namespace assay {
namespace {

bool DeclaresType(std::string_view token) {
  return token == "class" || token == "interface" || token == "enum" || token == "record";
}

}  // namespace

JavaSource ScanJava(std::string_view code) {
  JavaSource source;
  SourceTokens tokens(code);
  int depth = 0;                // of braces
  bool is_public = false;       // `public` seen in the current top-level declaration
  bool is_static = false;       // `static` seen in the current member
  bool in_declaration = false;  // between the keyword of a top-level type and its brace
  std::string type;             // the top-level type we are in
  std::string_view previous;
  for (std::string_view token = tokens.Next(); !token.empty();
       previous = token, token = tokens.Next()) {
    if (token == "{") {
      ++depth;
      in_declaration = false;
      is_public = false;
      is_static = false;
    } else if (token == "}") {
      if (depth > 0) --depth;
      is_public = false;
      is_static = false;
    } else if (token == ";") {
      is_public = false;
      is_static = false;
    } else if (depth == 0 && token == "public") {
      is_public = true;
    } else if (depth == 0 && DeclaresType(previous) && !in_declaration &&
               IsIdentifierStart(token.front())) {
      in_declaration = true;
      type = std::string(token);
      if (source.first_type.empty()) source.first_type = type;
      if (is_public && source.public_type.empty()) source.public_type = type;
      source.types.push_back(type);
    } else if (depth == 1 && token == "static") {
      is_static = true;
    } else if (depth == 1 && is_static && previous == "main" && token == "(") {
      if (source.main_type.empty()) source.main_type = type;
    }
  }
  return source;
}

}  // namespace assay
