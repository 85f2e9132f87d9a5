// Heads of HTTP messages as bytes: found in a stream, and the two changes that the relay makes to a
// request's. Beast parses what is collected here; it can't say where the bytes that it takes in
// began. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::shadow {

// Collects one head, however it is cut into pieces: everything up to and with the blank line, also
// where lines end with a bare line feed.
class HeadCollector {
 public:
  // Moves the bytes that belong to the head from the front of `bytes`; whether it is whole now.
  bool Take(std::string_view* bytes);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  void Clear();

 private:
  std::string text_;
  bool line_empty_ = true;
};

// Some servers that leave out a status line's phrase leave out the space before it, too; Beast
// wants that. Other heads of replies stay as they are.
std::string WithPhraseSpace(std::string_view reply_head);

// Whether the beginning of a request could be HTTP's: a method and a space, as far as it is there.
bool MayBeRequest(std::string_view beginning);

struct HeadRules {
  std::string prefix;               // put before the target's path: "/sandbox"; may be empty
  std::optional<std::string> host;  // what Host becomes; none: it stays
};
// All other bytes stay as they are. A target that is no path ("*", an absolute URL) stays, too.
std::string RewriteHead(std::string_view head, const HeadRules& rules);

}  // namespace assay::shadow
