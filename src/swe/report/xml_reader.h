// XmlReader: the small part of XML that test reports are written in, pulled element by element.
//
// Reports come from the machine of the one who is judged. There are no document types and so no
// entities but the five that every reader knows and character references; depth, attributes and
// names are bounded; text between tags is checked and skipped, since outcomes stand in elements and
// attributes. A text may hold several documents one after the other, as `cat *.xml` makes them.
// Linear in the text. One thread's.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::swe {

class XmlReader {
 public:
  static constexpr size_t kMaxDepth = 64;
  static constexpr size_t kMaxAttributes = 64;

  enum class Token { kStart, kEnd, kDone, kFault };

  // `text` must outlive the object.
  explicit XmlReader(std::string_view text);

  // An element without content gives kStart, then kEnd. After kDone or kFault: the same again.
  Token Next();
  // Of the element that starts or ends.
  std::string_view name() const { return name_; }
  // Elements around the one that starts, itself included; at its end: those around it.
  size_t depth() const { return open_.size(); }
  // Of the element that started last; nullopt: it has none of that name.
  std::optional<std::string_view> Attribute(std::string_view name) const;
  // Whole elements at the outermost level so far.
  size_t documents() const { return documents_; }
  // Of a fault: "line 3: a tag isn't closed".
  const std::string& problem() const { return problem_; }

 private:
  Token Fault(std::string_view what);
  Token StartTag();
  Token EndTag();
  // Up to and with `end`; false: it isn't there.
  bool Skip(std::string_view end);
  bool SkipText();
  std::string_view TakeName();
  void SkipSpace();
  bool TakeAttribute();
  bool Decode(std::string_view raw, std::string* out);

  const std::string_view text_;
  size_t at_ = 0;
  std::vector<std::string_view> open_;
  std::vector<std::pair<std::string_view, std::string>> attributes_;
  std::string_view name_;
  bool ends_at_once_ = false;
  bool done_ = false;
  size_t documents_ = 0;
  std::string problem_;
};

}  // namespace assay::swe
