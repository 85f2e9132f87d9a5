#include "scoring/text/parts.h"

#include "base/text.h"

namespace assay::scoring {
namespace {

constexpr std::string_view kOpen = "<think>";
constexpr std::string_view kClose = "</think>";

std::string_view WithoutOpening(std::string_view text) {
  const std::string_view trimmed = TrimAsciiSpace(text);
  return StartsWith(trimmed, kOpen) ? trimmed.substr(kOpen.size()) : text;
}

}  // namespace

std::string_view PartOf(std::string_view response, TextPart part) {
  if (part == TextPart::kResponse) return response;
  const size_t close = response.rfind(kClose);
  const bool answer = part == TextPart::kAnswer;
  if (close != std::string_view::npos) {
    return answer ? response.substr(close + kClose.size())
                  : WithoutOpening(response.substr(0, close));
  }
  const bool opened = StartsWith(TrimAsciiSpace(response), kOpen);
  if (answer) return opened ? std::string_view() : response;
  return opened ? WithoutOpening(response) : std::string_view();
}

}  // namespace assay::scoring
