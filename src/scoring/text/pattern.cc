#include "scoring/text/pattern.h"

#include <re2/re2.h>

#include "text/excerpt.h"

namespace assay::scoring {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "scoring.pattern", 0, std::move(message)};
}

}  // namespace

Result<Pattern> Pattern::Compile(std::string_view text) {
  if (text.empty()) return Invalid("Pattern should not be empty");
  if (text.size() > kMostBytes) {
    return Invalid("Pattern should have at most " + std::to_string(kMostBytes) + " bytes");
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  auto program =
      std::make_shared<const re2::RE2>(re2::StringPiece(text.data(), text.size()), options);
  if (!program->ok()) {
    return Invalid("Pattern should be a regular expression of RE2: " +
                   Excerpt(program->error(), 200));
  }
  if (program->ProgramSize() > kMostInstructions) {
    return Invalid("Pattern should be smaller: compiled it has " +
                   std::to_string(program->ProgramSize()) + " steps, and at most " +
                   std::to_string(kMostInstructions) + " are matched");
  }
  return Pattern(std::move(program));
}

std::optional<Pattern::Span> Pattern::Find(std::string_view text, size_t from) const {
  if (text.size() > kMostTextBytes) return std::nullopt;
  re2::StringPiece match;
  const re2::StringPiece piece(text.data(), text.size());
  if (!program_->Match(piece, from, text.size(), re2::RE2::UNANCHORED, &match, 1)) {
    return std::nullopt;
  }
  const auto begin = static_cast<size_t>(match.data() - text.data());
  return Span{begin, begin + match.size()};
}

bool Pattern::MatchesAll(std::string_view text) const {
  if (text.size() > kMostTextBytes) return false;
  const re2::StringPiece piece(text.data(), text.size());
  return program_->Match(piece, 0, text.size(), re2::RE2::ANCHOR_BOTH, nullptr, 0);
}

}  // namespace assay::scoring
