// A map: one From… function for each rule of the ladder, in the order of ExtractRule as far as it
// goes; then Ladder, which tries the rungs; then the entries ExtractAnswer and ExtractGold.

#include "math/find/extract.h"

#include <string.h>

#include <algorithm>
#include <array>

#include "math/find/disclaim.h"
#include "math/find/extract_boxes.h"
#include "math/find/extract_marker.h"
#include "math/find/extract_narrow.h"
#include "math/find/extract_scan.h"
#include "math/find/extract_text.h"

namespace assay::math {
namespace {

using Step = ExtractOptions::Step;
using Candidates = std::vector<ExtractCandidate>;
constexpr size_t npos = std::string_view::npos;

constexpr std::array<std::string_view, 4> kThinkEnds = {"</think>", "</thinking>", "◁/think▷",
                                                        "<|channel|>final<|message|>"};
constexpr std::array<std::string_view, 3> kThinkBegins = {"<think>", "<thinking>", "◁think▷"};

// As rfind, but skips to the tag's last byte, which is rare in text.
size_t RFind(std::string_view text, std::string_view tag) {
  while (text.size() >= tag.size()) {
    const void* last = ::memrchr(text.data(), tag.back(), text.size());
    if (last == nullptr) return npos;
    const size_t end = static_cast<size_t>(static_cast<const char*>(last) - text.data()) + 1;
    if (end < tag.size()) return npos;
    if (text.substr(end - tag.size(), tag.size()) == tag) return end - tag.size();
    text = text.substr(0, end - 1);
  }
  return npos;
}

// Chat templates leave control tokens, and sometimes the next speaker's name, at the end.
Span TrimControlTokens(std::string_view text, Span range) {
  constexpr int kMaxTokens = 16;
  for (int n = 0; n < kMaxTokens; ++n) {
    range = TrimBlanks(text, range);
    size_t end = range.end;
    for (std::string_view role : {"user", "assistant", "system"}) {
      if (end - range.begin > role.size() && StartsWithAt(text, end - role.size(), role) &&
          text[end - role.size() - 1] == '>') {
        end -= role.size();
      }
    }
    constexpr size_t kMaxToken = 32;
    constexpr std::string_view kEos = "</s>";
    if (end - range.begin >= kEos.size() && StartsWithAt(text, end - kEos.size(), kEos)) {
      range.end = end - kEos.size();
      continue;
    }
    if (end < range.begin + 4 || text[end - 1] != '>' || text[end - 2] != '|') break;
    const size_t open = text.rfind("<|", end - 3);
    if (open == npos || open < range.begin || end - open > kMaxToken) break;
    // Box tokens are an answer's own.
    if (text.substr(open, end - open).find("of_box") != npos) break;
    range.end = open;
  }
  return range;
}

// The inside of the last complete <answer>…</answer>; empty when there is none.
Span InsideTag(std::string_view text, Span range) {
  constexpr std::string_view kOpen = "<answer>";
  constexpr std::string_view kClose = "</answer>";
  const size_t close = text.substr(0, range.end).rfind(kClose);
  if (close == npos || close < range.begin) return {};
  const size_t open = RFind(text.substr(0, close), kOpen);
  if (open == npos || open < range.begin) return {};
  return {open + kOpen.size(), close};
}

Candidates FromBoxTokens(std::string_view text, Span range) {
  constexpr std::string_view kOpen = "<|begin_of_box|>";
  constexpr std::string_view kClose = "<|end_of_box|>";
  const size_t open = RFind(text.substr(0, range.end), kOpen);
  if (open == npos || open < range.begin) return {};
  const size_t close = text.substr(0, range.end).find(kClose, open);
  if (close == npos) return {};
  const Span inner = TrimAnswer(text, {open + kOpen.size(), close});
  if (inner.empty()) return {};
  return {{std::string(Slice(text, inner)), open, close + kClose.size() - open,
           ExtractRule::kBoxTokens}};
}

Candidates FromBoxes(std::string_view text, Span range, bool join, Candidates* members) {
  const std::vector<Box> boxes = LastBoxes(text, range, join);
  if (boxes.empty()) return {};
  std::string joined = JoinBoxes(text, boxes, range.end);
  const Span span{boxes.front().outer.begin, boxes.back().outer.end};
  if (boxes.size() > 1) {
    for (const Box& box : boxes) {
      members->push_back({JoinBoxes(text, {box}, range.end), box.outer.begin, box.outer.size(),
                          ExtractRule::kBoxed});
    }
  }
  const bool same = boxes.size() > 1 && std::all_of(members->begin(), members->end(),
                                                    [&](const ExtractCandidate& member) {
                                                      return member.text == members->front().text;
                                                    });
  const bool several = boxes.size() > 1 && !same;
  if (!several) members->clear();
  return {{std::move(joined), span.begin, span.size(),
           several ? ExtractRule::kBoxedSeveral : ExtractRule::kBoxed}};
}

// "#### 5" alone on a line. A heading ("#### 2. Solve") has words after it.
Candidates FromHashLine(std::string_view text, Span range) {
  constexpr std::string_view kHashes = "####";
  const size_t found = text.substr(0, range.end).rfind(kHashes);
  if (found == npos || found < range.begin) return {};
  if (found > range.begin && text[found - 1] != '\n') return {};
  const size_t end = std::min(text.find('\n', found), range.end);
  const Span line = TrimAnswer(text, {found + kHashes.size(), end});
  if (line.empty() || CountWords(text, line, 3) >= 3) return {};
  const std::string_view answer = Slice(text, line);
  if (std::none_of(answer.begin(), answer.end(), IsDigit)) return {};
  const size_t dot = answer.find(". ");
  if (dot != npos && CountWords(text, line, 1) > 0) return {};
  return {{std::string(answer), line.begin, line.size(), ExtractRule::kHashLine}};
}

ExtractRule RuleOf(ItemKind kind) {
  switch (kind) {
    case ItemKind::kFormula: return ExtractRule::kLastFormula;
    case ItemKind::kExpression: return ExtractRule::kLastExpression;
    case ItemKind::kNumber: return ExtractRule::kLastNumber;
  }
  return ExtractRule::kNone;
}

// `disclaimed` is set when an item was passed over because the sentence denies it.
Candidates FromLastItem(std::string_view text, const Items& scan, Span range, bool numbers_only,
                        bool* disclaimed) {
  Candidates names;
  for (size_t i = scan.items.size(); i-- > 0;) {
    const Item& item = scan.items[i];
    if (numbers_only && item.kind != ItemKind::kNumber) continue;
    ExtractCandidate candidate{ItemText(text, item, range.end), item.outer.begin, item.outer.size(),
                               RuleOf(item.kind)};
    if (candidate.text.empty()) continue;
    if (Disclaimed(text, range, item.outer)) {
      *disclaimed = true;
      continue;
    }
    if (item.kind == ItemKind::kFormula && IsName(candidate.text)) {
      // "5 values of $n$": the name counts only when nothing else is there.
      if (names.empty()) names.push_back(std::move(candidate));
      continue;
    }
    return {std::move(candidate)};
  }
  return names;
}

// Without a code fence or markdown emphasis around the whole.
Span StripFence(std::string_view text, Span span) {
  constexpr std::string_view kFence = "```";
  span = TrimBlanks(text, span);
  if (span.size() > 2 * kFence.size() && StartsWithAt(text, span.begin, kFence) &&
      StartsWithAt(text, span.end - kFence.size(), kFence)) {
    // The rest of the opening line names the language.
    const size_t line_end = text.find('\n', span.begin);
    if (line_end < span.end - kFence.size()) {
      span = TrimBlanks(text, {line_end + 1, span.end - kFence.size()});
    }
  }
  for (std::string_view mark : {"**", "__", "`", "*"}) {
    if (span.size() > 2 * mark.size() && StartsWithAt(text, span.begin, mark) &&
        StartsWithAt(text, span.end - mark.size(), mark)) {
      span = TrimBlanks(text, {span.begin + mark.size(), span.end - mark.size()});
    }
  }
  return span;
}

// The whole text when it is an answer and not prose around one.
Candidates FromBare(std::string_view text, Span range) {
  constexpr int kMaxWords = 3;
  const Span answer = StripFence(text, range);
  const int words = CountWords(text, answer, kMaxWords + 1);
  if (answer.empty() || words > kMaxWords) return {};
  Candidates readings = {
      {std::string(Slice(text, answer)), answer.begin, answer.size(), ExtractRule::kBare}};
  if (words > 0) {
    // "Therefore $x = 5$" is prose with a formula; "$28$ percent" is one answer.
    const Items scan = ScanItems(text, answer);
    if (scan.truncated) return {};
    for (const Item& item : scan.items) {
      if (item.kind != ItemKind::kFormula) continue;
      if (CountWords(text, {answer.begin, item.outer.begin}, 1) > 0) return {};
    }
    // "It rises by 100 %", "计划的比例为13/28" and "Soucis : 2,74 $": words, then a number.
    if (!scan.items.empty() && answer.begin < scan.items.front().outer.begin) {
      const Span before = TrimBlanks(text, {answer.begin, scan.items.front().outer.begin});
      const char last = before.empty() ? '\0' : text[before.end - 1];
      const int words_before = CountWords(text, before, 2);
      if (words_before > 1) return {};
      if (words_before > 0 && ((last & 0x80) != 0 || last == ':')) return {};
    }
    // If the words turn out not to be an answer, what stands last among them may be.
    bool disclaimed = false;
    for (ExtractCandidate& candidate : FromLastItem(text, scan, answer, false, &disclaimed)) {
      readings.push_back(std::move(candidate));
    }
  }
  return readings;
}

Candidates FromChoice(std::string_view text, Span range) {
  // At the very start ("B. Because …"), else the last letter that stands alone.
  const Span all = TrimBlanks(text, range);
  if (const Span first = LoneLetter(text, {all.begin, std::min(all.end, all.begin + 6)});
      !first.empty() && !Disclaimed(text, all, first) &&
      WordEnd(text, first.end, all.end) == first.end &&
      (first.end >= all.end || text[first.end] != ' ')) {
    return {{std::string(Slice(text, first)), first.begin, 1, ExtractRule::kChoiceLetter}};
  }
  Span last;
  for (Span rest = all; !rest.empty();) {
    const Span letter = LoneLetter(text, rest);
    if (letter.empty()) break;
    if (!Disclaimed(text, all, letter)) last = letter;
    rest.begin = letter.end;
  }
  if (last.empty()) return {};
  return {{std::string(Slice(text, last)), last.begin, 1, ExtractRule::kChoiceLetter}};
}

class Ladder {
 public:
  Ladder(std::string_view text, Span range, const ExtractOptions& options)
      : text_(text), range_(range), options_(options) {}

  Extraction Climb() {
    for (const Step step : options_.ladder) {
      for (ExtractCandidate& candidate : Try(step)) Add(std::move(candidate));
      if (extraction_.found && !options_.all_rungs) break;
    }
    if (!extraction_.found)
      extraction_.reason = truncated_    ? Reason::kTruncatedFormula
                           : disclaimed_ ? Reason::kAnswerDisclaimed
                                         : Reason::kNoAnswer;
    return std::move(extraction_);
  }

 private:
  void Add(ExtractCandidate candidate) {
    if (candidate.text.empty()) return;
    if (!extraction_.found) {
      extraction_.found = true;
      extraction_.text = std::move(candidate.text);
      extraction_.offset = candidate.offset;
      extraction_.length = candidate.length;
      extraction_.rule = candidate.rule;
      return;
    }
    auto& known = extraction_.alternatives;
    const bool repeated =
        candidate.text == extraction_.text ||
        std::any_of(known.begin(), known.end(),
                    [&](const ExtractCandidate& other) { return other.text == candidate.text; });
    if (!repeated) known.push_back(std::move(candidate));
  }

  Candidates Try(Step step) {
    switch (step) {
      case Step::kAnswerTag: return Tag();
      case Step::kBoxTokens: return FromBoxTokens(text_, range_);
      case Step::kBoxes: return Boxes();
      case Step::kHashLine: return FromHashLine(text_, range_);
      case Step::kFinalHope: return Announced(MarkerKind::kFinalHope);
      case Step::kFinalAnswer: return Announced(MarkerKind::kFinal);
      case Step::kAnswerColon: return Announced(MarkerKind::kColon);
      case Step::kAnswerMarker: return Announced(MarkerKind::kAny);
      case Step::kAnswerLine: return AnswerLine(text_, range_);
      case Step::kNarrowed: return NarrowedAnswer(text_, range_);
      case Step::kBare: return FromBare(text_, range_);
      case Step::kChoice: return options_.expect_choice ? FromChoice(text_, range_) : Candidates();
      case Step::kLastItem: return LastItem(false);
      case Step::kLastNumber: return LastItem(true);
    }
    return {};
  }

  Candidates Announced(MarkerKind kind) {
    return AnnouncedAnswer(text_, range_, kind, options_.expect_choice);
  }

  // The text between the tags is read like a response of its own.
  Candidates Tag() {
    const Span inside = InsideTag(text_, range_);
    if (inside.empty()) return {};
    Candidates members;
    Candidates found = FromBoxes(text_, inside, options_.join_boxes, &members);
    if (found.empty()) found = FromBoxTokens(text_, inside);
    if (found.empty())
      found = AnnouncedAnswer(text_, inside, MarkerKind::kAny, options_.expect_choice);
    if (found.empty()) found = FromBare(text_, inside);
    if (found.empty()) {
      found = ReadStatement(text_, inside, ExtractRule::kAnswerTag, options_.expect_choice);
    }
    if (found.empty()) return {};
    if (!extraction_.found) extraction_.boxes = std::move(members);
    for (ExtractCandidate& candidate : found) candidate.rule = ExtractRule::kAnswerTag;
    return found;
  }

  Candidates Boxes() {
    Candidates members;
    Span range = range_;
    if (options_.box_tail_bytes > 0 && range.size() > options_.box_tail_bytes) {
      range.begin = range.end - options_.box_tail_bytes;
    }
    Candidates found = FromBoxes(text_, range, options_.join_boxes, &members);
    if (found.empty()) return found;
    const Span box{found.front().offset, found.front().offset + found.front().length};
    if (BoxDenied(text_, range_, box)) {
      disclaimed_ = true;
      return {};
    }
    if (options_.later_final_beats_box) {
      const size_t end = found.front().offset + found.front().length;
      Candidates later =
          AnnouncedAnswer(text_, {end, range_.end}, MarkerKind::kFinal, options_.expect_choice);
      // Words alone do not override: "the final answer is correct".
      if (!later.empty() && std::any_of(later.front().text.begin(), later.front().text.end(),
                                        [](char c) { return IsDigit(c) || c == '\\'; })) {
        return later;
      }
    }
    if (!extraction_.found) extraction_.boxes = std::move(members);
    return found;
  }

  Candidates LastItem(bool numbers_only) {
    const Items scan = ScanItems(text_, range_);
    if (scan.truncated && options_.refuse_truncated) {
      truncated_ = true;
      return {};
    }
    return FromLastItem(text_, scan, range_, numbers_only, &disclaimed_);
  }

  const std::string_view text_;
  const Span range_;
  const ExtractOptions& options_;
  Extraction extraction_;
  bool truncated_ = false;
  bool disclaimed_ = false;
};

Extraction NotFound(Reason reason) {
  Extraction extraction;
  extraction.reason = reason;
  return extraction;
}

}  // namespace

std::string_view ExtractRuleName(ExtractRule rule) {
  switch (rule) {
    case ExtractRule::kNone: return "none";
    case ExtractRule::kBare: return "bare";
    case ExtractRule::kBoxed: return "boxed";
    case ExtractRule::kBoxedSeveral: return "boxed_several";
    case ExtractRule::kBoxTokens: return "box_tokens";
    case ExtractRule::kAnswerTag: return "answer_tag";
    case ExtractRule::kHashLine: return "hash_line";
    case ExtractRule::kFinalAnswer: return "final_answer";
    case ExtractRule::kAnswerMarker: return "answer_marker";
    case ExtractRule::kAnswerLine: return "answer_line";
    case ExtractRule::kNarrowed: return "narrowed";
    case ExtractRule::kChoiceLetter: return "choice_letter";
    case ExtractRule::kLastFormula: return "last_formula";
    case ExtractRule::kLastExpression: return "last_expression";
    case ExtractRule::kLastNumber: return "last_number";
  }
  return "none";
}

std::vector<Step> ExtractOptions::DefaultLadder() {
  return {Step::kAnswerTag,    Step::kBoxTokens, Step::kBoxes, Step::kHashLine, Step::kFinalAnswer,
          Step::kAnswerMarker, Step::kChoice,    Step::kBare,  Step::kLastItem};
}

Extraction ExtractAnswer(std::string_view response, const ExtractOptions& options) {
  Span range{0, response.size()};
  if (options.think != ExtractOptions::Think::kOff) {
    size_t thought_end = npos;
    for (std::string_view tag : kThinkEnds) {
      const size_t found = RFind(response, tag);
      if (found == npos) continue;
      const size_t end = found + tag.size();
      if (thought_end == npos || end > thought_end) thought_end = end;
    }
    if (thought_end != npos) {
      range.begin = thought_end;
    } else if (options.think == ExtractOptions::Think::kRequired) {
      return NotFound(Reason::kNoThinkEnd);
    } else if (std::any_of(kThinkBegins.begin(), kThinkBegins.end(),
                           [&](std::string_view tag) { return response.find(tag) != npos; })) {
      return NotFound(Reason::kUnfinishedThinking);
    }
  }
  range = TrimControlTokens(response, range);
  if (options.tail_bytes > 0 && range.size() > options.tail_bytes) {
    range.begin = range.end - options.tail_bytes;
  }
  if (range.empty()) return NotFound(Reason::kEmptyResponse);
  return Ladder(response, range, options).Climb();
}

Extraction ExtractGold(std::string_view gold) {
  ExtractOptions options;
  options.think = ExtractOptions::Think::kOff;
  options.ladder = {Step::kBoxTokens, Step::kBoxes, Step::kHashLine};
  Extraction extraction = ExtractAnswer(gold, options);
  if (extraction.found) return extraction;
  // Prose of some length is a solution; anything shorter is the answer itself, whatever it says.
  constexpr int kSolutionWords = 5;
  const Span all{0, gold.size()};
  if (CountWords(gold, all, kSolutionWords) >= kSolutionWords) {
    options.ladder = {Step::kFinalAnswer, Step::kAnswerMarker};
    extraction = ExtractAnswer(gold, options);
    if (extraction.found) return extraction;
  }
  const Span bare = TrimBlanks(gold, all);
  if (bare.empty()) return NotFound(Reason::kEmptyResponse);
  extraction = {};
  extraction.found = true;
  extraction.text = std::string(Slice(gold, bare));
  extraction.offset = bare.begin;
  extraction.length = bare.size();
  extraction.rule = ExtractRule::kBare;
  return extraction;
}

}  // namespace assay::math
