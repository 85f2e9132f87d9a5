// Html: markup and text put together so that nothing that a model or a data set wrote can become
// markup: only literals of this program go in by Raw. Not thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay::lab {

// For text and for attribute values in double quotes: < > & " ' become references, bytes that are
// no UTF-8 U+FFFD, and control characters, also those that turn the direction of writing, become
// visible ("\u202e").
std::string EscapeHtml(std::string_view untrusted);

class Html {
 public:
  Html& Raw(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  Html& Text(std::string_view untrusted) {
    out_ += EscapeHtml(untrusted);
    return *this;
  }
  // <tag>text</tag>
  Html& Element(std::string_view tag, std::string_view untrusted);
  // With a class of the style sheet.
  Html& Element(std::string_view tag, std::string_view css_class, std::string_view untrusted);

  const std::string& text() const { return out_; }
  std::string Take() { return std::move(out_); }

 private:
  std::string out_;
};

}  // namespace assay::lab
