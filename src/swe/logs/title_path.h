// TitlePath: the titles around a line of an indented tree, as jest, mocha and RSpec print their
// tests. One thread's.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::swe {

class TitlePath {
 public:
  static constexpr size_t kMaxDepth = 100;

  void Clear() { titles_.clear(); }
  // A title that stands `indent` columns in: those as far in or farther are over.
  void Enter(size_t indent, std::string_view title) {
    LeaveTo(indent);
    if (titles_.size() < kMaxDepth) titles_.emplace_back(indent, std::string(title));
  }
  // All titles around a line that stands `indent` columns in, and `last`.
  std::string Join(size_t indent, std::string_view last, std::string_view separator) {
    LeaveTo(indent);
    std::string path;
    for (const auto& [_, title] : titles_) path.append(title).append(separator);
    return path.append(last);
  }

 private:
  void LeaveTo(size_t indent) {
    while (!titles_.empty() && titles_.back().first >= indent) titles_.pop_back();
  }

  std::vector<std::pair<size_t, std::string>> titles_;
};

}  // namespace assay::swe
