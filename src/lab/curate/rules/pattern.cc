#include "lab/curate/rules/pattern.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/check.h"
#include "text/utf8.h"

namespace assay::curate {
namespace {

constexpr size_t kContextBytes = 30;
constexpr size_t kMostMatchBytes = 120;

// Bytes that are no UTF-8 are matched as they are.
re2::RE2::Options Options() {
  re2::RE2::Options options(re2::RE2::Quiet);
  options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_case_sensitive(false);
  return options;
}

}  // namespace

Pattern::Pattern(std::string_view expression)
    : expression_(std::make_unique<re2::RE2>(re2::StringPiece(expression.data(), expression.size()),
                                             Options())) {
  ASSAY_CHECK(expression_->ok());
}

Pattern::~Pattern() = default;

std::optional<std::string_view> Pattern::Find(std::string_view text) const {
  re2::StringPiece found;
  if (!expression_->Match(re2::StringPiece(text.data(), text.size()), 0, text.size(),
                          re2::RE2::UNANCHORED, &found, 1)) {
    return std::nullopt;
  }
  return std::string_view(found.data(), found.size());
}

std::optional<std::string> Pattern::FindInContext(std::string_view text) const {
  const auto found = Find(text);
  if (!found) return std::nullopt;
  const auto at = static_cast<size_t>(found->data() - text.data());
  size_t begin = at - std::min(at, kContextBytes);
  while (begin < at && IsUtf8Continuation(text[begin])) ++begin;
  size_t end = std::min(text.size(), at + std::min(found->size(), kMostMatchBytes) + kContextBytes);
  while (end > at && end < text.size() && IsUtf8Continuation(text[end])) --end;
  std::string piece(text.substr(begin, end - begin));
  std::replace(piece.begin(), piece.end(), '\n', ' ');
  return piece;
}

}  // namespace assay::curate
