// Pattern: a regular expression of RE2, searched in linear time, and the piece that it found.
// Immutable; thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace assay::curate {

class Pattern {
 public:
  // Without regard to case. REQUIRES: well-formed.
  explicit Pattern(std::string_view expression);
  ~Pattern();
  Pattern(const Pattern&) = delete;

  // The first match; it may be empty.
  std::optional<std::string_view> Find(std::string_view text) const;
  bool In(std::string_view text) const { return Find(text).has_value(); }
  // The match with a few words around it, in one line: what a report shows.
  std::optional<std::string> FindInContext(std::string_view text) const;

 private:
  const std::unique_ptr<const re2::RE2> expression_;
};

}  // namespace assay::curate
