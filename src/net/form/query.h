// The query of a request's target as pairs: "path=%2Ftmp%2Fa+b&depth=2". Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay {

// "%2F" -> "/". What isn't two hexadecimal digits behind a '%' stays as it is.
std::string PercentDecode(std::string_view text);
// All but RFC 3986's unreserved characters, and those of `plain`.
std::string PercentEncode(std::string_view text, std::string_view plain = {});

class Query {
 public:
  explicit Query(std::string_view raw);

  // The first of that name, decoded.
  std::optional<std::string> Find(std::string_view name) const;
  // The same, or empty.
  std::string Get(std::string_view name) const { return Find(name).value_or(""); }
  const std::vector<std::pair<std::string, std::string>>& pairs() const { return pairs_; }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
};

}  // namespace assay
