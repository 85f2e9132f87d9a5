#include "sandbox/restore/memory_map.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace assay {
namespace {

constexpr std::string_view kHeap = "[heap]";

bool TakeNumber(std::string_view* text, int base, char end, uint64_t* value) {
  const auto [stop, error] =
      std::from_chars(text->data(), text->data() + text->size(), *value, base);
  const auto used = static_cast<size_t>(stop - text->data());
  if (error != std::errc() || used >= text->size() || (*text)[used] != end) return false;
  text->remove_prefix(used + 1);
  return true;
}

bool TakeWord(std::string_view* text, std::string* word) {
  const size_t end = text->find(' ');
  if (end == std::string_view::npos || end == 0) return false;
  word->assign(text->substr(0, end));
  text->remove_prefix(end + 1);
  return true;
}

// "7f0000000000-7f0000001000 rw-p 00000000 00:00 0      [stack]"
bool ParseLine(std::string_view line, Mapping* mapping) {
  if (!TakeNumber(&line, 16, '-', &mapping->start) || !TakeNumber(&line, 16, ' ', &mapping->end) ||
      !TakeWord(&line, &mapping->permissions) || mapping->permissions.size() != 4 ||
      !TakeNumber(&line, 16, ' ', &mapping->offset) || !TakeWord(&line, &mapping->device)) {
    return false;
  }
  const size_t name = line.find_first_not_of(' ', line.find(' '));
  if (name != std::string_view::npos) mapping->name = line.substr(name);
  const std::string_view inode = line.substr(0, line.find(' '));
  const auto [stop, error] =
      std::from_chars(inode.data(), inode.data() + inode.size(), mapping->inode);
  return error == std::errc() && stop == inode.data() + inode.size() &&
         mapping->start < mapping->end;
}

// Whether `part`, which lies in the range of `whole`, is a part of it.
bool IsPartOf(const Mapping& part, uint64_t at, const Mapping& whole) {
  return part.permissions == whole.permissions && part.device == whole.device &&
         part.inode == whole.inode && part.name == whole.name &&
         (!whole.has_file() ||
          part.offset + (at - part.start) == whole.offset + (at - whole.start));
}

std::string Hex(uint64_t number) {
  char text[16];
  return {text, std::to_chars(text, text + sizeof text, number, 16).ptr};
}

Error Gone(const Mapping& mapping) {
  return Error{ErrorCode::kUnavailable, "sandbox.restore", 0,
               "a mapping is gone: " + Hex(mapping.start) + "-" + Hex(mapping.end) + " " +
                   mapping.permissions + " " + mapping.name};
}

// Walks along both lists at once.
class Comparison {
 public:
  explicit Comparison(const std::vector<Mapping>& then)
      : begin_(then.begin()), old_(then.begin()), end_(then.end()) {
    if (old_ != end_) covered_ = old_->start;
  }

  // The next of those that are there now. False: at() is gone.
  bool Take(const Mapping& mapping) {
    for (uint64_t at = mapping.start; at < mapping.end;) {
      while (old_ != end_ && old_->end <= at) {
        if (!Advance()) return false;
      }
      if (old_ == end_ || at < old_->start) {
        const uint64_t end = old_ == end_ ? mapping.end : std::min(mapping.end, old_->start);
        AddNew(mapping, at, end);
        at = end;
        continue;
      }
      if (!Lose(at)) return false;
      const uint64_t end = std::min(mapping.end, old_->end);
      if (IsPartOf(mapping, at, *old_)) {
        covered_ = end;
      } else if (Lose(end)) {
        difference_.extra.emplace_back(at, end - at);
      } else {
        return false;
      }
      at = end;
    }
    return true;
  }
  bool Finish() {
    while (old_ != end_) {
      if (!Advance()) return false;
    }
    return true;
  }

  const Mapping& at() const { return *old_; }
  LayoutDifference difference() { return std::move(difference_); }

 private:
  bool Advance() {
    if (!Lose(old_->end)) return false;
    if (++old_ != end_) covered_ = old_->start;
    return true;
  }
  // Of *old_, what isn't covered up to here is gone. False: it can't be made again.
  bool Lose(uint64_t to) {
    if (covered_ == to) return true;
    if (old_->name == kHeap && to == old_->end) {
      difference_.heap_moved = true;
    } else if (old_->name.empty() && !old_->has_file() && old_->permissions == "rw-p") {
      difference_.missing.emplace_back(covered_, to - covered_);
    } else {
      return false;
    }
    covered_ = to;
    return true;
  }
  // What begins at the heap's end is the heap, grown; brk takes it back.
  void AddNew(const Mapping& mapping, uint64_t from, uint64_t to) {
    const bool grown = mapping.name == kHeap && old_ != begin_ && std::prev(old_)->name == kHeap &&
                       std::prev(old_)->end <= from;
    if (grown) {
      difference_.heap_moved = true;
    } else {
      difference_.extra.emplace_back(from, to - from);
    }
  }

  using Iterator = std::vector<Mapping>::const_iterator;
  const Iterator begin_;
  Iterator old_;
  const Iterator end_;
  uint64_t covered_ = 0;  // of *old_, up to here
  LayoutDifference difference_;
};

}  // namespace

Result<std::vector<Mapping>> ParseMaps(std::string_view text) {
  std::vector<Mapping> maps;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    Mapping mapping;
    if (end == std::string_view::npos || !ParseLine(text.substr(0, end), &mapping) ||
        (!maps.empty() && mapping.start < maps.back().end)) {
      return Error{ErrorCode::kInternal, "sandbox.restore", 0, "unexpected line in maps"};
    }
    maps.push_back(std::move(mapping));
    text.remove_prefix(end + 1);
  }
  return maps;
}

Result<LayoutDifference> DifferenceFrom(const std::vector<Mapping>& then,
                                        const std::vector<Mapping>& now) {
  Comparison comparison(then);
  for (const Mapping& mapping : now) {
    if (!comparison.Take(mapping)) return Gone(comparison.at());
  }
  if (!comparison.Finish()) return Gone(comparison.at());
  return comparison.difference();
}

uint64_t HeapEnd(const std::vector<Mapping>& maps) {
  uint64_t end = 0;
  for (const Mapping& mapping : maps) {
    if (mapping.name == kHeap) end = mapping.end;
  }
  return end;
}

}  // namespace assay
