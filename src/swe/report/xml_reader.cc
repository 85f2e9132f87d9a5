#include "swe/report/xml_reader.h"

#include <algorithm>

#include "base/text.h"
#include "text/utf8.h"

namespace assay::swe {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool IsNameByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

// "#65", "#x41".
std::optional<uint32_t> CharacterReference(std::string_view digits) {
  constexpr size_t kMostDigits = 8;
  digits.remove_prefix(1);
  const uint32_t base = StartsWith(digits, "x") ? 16 : 10;
  if (base == 16) digits.remove_prefix(1);
  if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
  uint64_t code = 0;
  for (const char c : digits) {
    const uint32_t value = c >= '0' && c <= '9'   ? static_cast<uint32_t>(c - '0')
                           : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                           : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                                  : base;
    if (value >= base) return std::nullopt;
    code = code * base + value;
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code == 0 || code > 0x10FFFF || surrogate) return std::nullopt;
  return static_cast<uint32_t>(code);
}

}  // namespace

XmlReader::XmlReader(std::string_view text) : text_(text) {
  if (StartsWith(text_, "\xEF\xBB\xBF")) at_ = 3;
}

XmlReader::Token XmlReader::Fault(std::string_view what) {
  if (problem_.empty()) {
    const auto line = std::count(text_.begin(), text_.begin() + std::min(at_, text_.size()), '\n');
    problem_ = "line " + std::to_string(line + 1) + ": " + std::string(what);
  }
  done_ = true;
  return Token::kFault;
}

bool XmlReader::Skip(std::string_view end) {
  const size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return false;
  at_ = found + end.size();
  return true;
}

void XmlReader::SkipSpace() {
  while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
}

std::string_view XmlReader::TakeName() {
  const size_t begin = at_;
  while (at_ < text_.size() && IsNameByte(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

bool XmlReader::Decode(std::string_view raw, std::string* out) {
  while (!raw.empty()) {
    const size_t plain = std::min(raw.find('&'), raw.size());
    out->append(raw.substr(0, plain));
    raw.remove_prefix(plain);
    if (raw.empty()) return true;
    constexpr size_t kLongestReference = 12;
    const size_t end = raw.substr(0, kLongestReference).find(';');
    if (end == std::string_view::npos) return false;
    const std::string_view reference = raw.substr(1, end - 1);
    raw.remove_prefix(end + 1);
    if (reference == "amp") {
      *out += '&';
    } else if (reference == "lt") {
      *out += '<';
    } else if (reference == "gt") {
      *out += '>';
    } else if (reference == "quot") {
      *out += '"';
    } else if (reference == "apos") {
      *out += '\'';
    } else if (StartsWith(reference, "#")) {
      const auto code = CharacterReference(reference);
      if (!code) return false;
      AppendUtf8(out, *code);
    } else {
      return false;
    }
  }
  return true;
}

bool XmlReader::SkipText() {
  const size_t end = std::min(text_.find('<', at_), text_.size());
  const std::string_view text = text_.substr(at_, end - at_);
  at_ = end;
  if (!open_.empty()) return true;
  return std::all_of(text.begin(), text.end(), IsSpace);
}

bool XmlReader::TakeAttribute() {
  const std::string_view name = TakeName();
  SkipSpace();
  if (name.empty() || at_ >= text_.size() || text_[at_] != '=') return false;
  ++at_;
  SkipSpace();
  if (at_ >= text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return false;
  const char quote = text_[at_++];
  const size_t end = text_.find(quote, at_);
  if (end == std::string_view::npos) return false;
  const std::string_view raw = text_.substr(at_, end - at_);
  if (raw.find('<') != std::string_view::npos || Attribute(name)) return false;
  at_ = end + 1;
  attributes_.emplace_back(name, std::string());
  return attributes_.size() <= kMaxAttributes && Decode(raw, &attributes_.back().second);
}

XmlReader::Token XmlReader::StartTag() {
  attributes_.clear();
  name_ = TakeName();
  if (name_.empty()) return Fault("a tag has no name");
  while (true) {
    const size_t before = at_;
    SkipSpace();
    if (at_ >= text_.size()) return Fault("a tag isn't closed");
    if (text_[at_] == '>') {
      ++at_;
      break;
    }
    if (text_.substr(at_, 2) == "/>") {
      at_ += 2;
      ends_at_once_ = true;
      break;
    }
    if (at_ == before || !TakeAttribute()) return Fault("an attribute is malformed");
  }
  if (open_.size() >= kMaxDepth) return Fault("elements are nested too deep");
  open_.push_back(name_);
  return Token::kStart;
}

XmlReader::Token XmlReader::EndTag() {
  name_ = TakeName();
  SkipSpace();
  if (at_ >= text_.size() || text_[at_] != '>') return Fault("a closing tag is malformed");
  if (open_.empty() || open_.back() != name_) return Fault("a closing tag has no opening one");
  ++at_;
  open_.pop_back();
  if (open_.empty()) ++documents_;
  return Token::kEnd;
}

XmlReader::Token XmlReader::Next() {
  if (done_) return problem_.empty() ? Token::kDone : Token::kFault;
  if (ends_at_once_) {
    ends_at_once_ = false;
    open_.pop_back();
    if (open_.empty()) ++documents_;
    return Token::kEnd;
  }
  while (true) {
    if (!SkipText()) return Fault("text outside of elements");
    if (at_ >= text_.size()) break;
    const std::string_view rest = text_.substr(at_);
    if (StartsWith(rest, "<!--")) {
      at_ += 4;
      if (!Skip("-->")) return Fault("a comment isn't closed");
    } else if (StartsWith(rest, "<![CDATA[") && !open_.empty()) {
      at_ += 9;
      if (!Skip("]]>")) return Fault("a CDATA section isn't closed");
    } else if (StartsWith(rest, "<?")) {
      if (!Skip("?>")) return Fault("a processing instruction isn't closed");
    } else if (StartsWith(rest, "<!")) {
      return Fault("document types aren't read");
    } else if (StartsWith(rest, "</")) {
      at_ += 2;
      return EndTag();
    } else {
      ++at_;
      return StartTag();
    }
  }
  if (!open_.empty()) return Fault("the text ends inside of an element");
  done_ = true;
  return Token::kDone;
}

std::optional<std::string_view> XmlReader::Attribute(std::string_view name) const {
  for (const auto& [each, value] : attributes_) {
    if (each == name) return value;
  }
  return std::nullopt;
}

}  // namespace assay::swe
