#include "sandbox/restore/memory_map.h"

#include <algorithm>
#include <charconv>

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

std::optional<LayoutDifference> DifferenceFrom(const std::vector<Mapping>& then,
                                               const std::vector<Mapping>& now) {
  LayoutDifference difference;
  auto old = then.begin();
  uint64_t covered = old == then.end() ? 0 : old->start;  // of *old, up to here
  const auto finish_old = [&] {
    if (covered != old->end) {
      if (old->name != kHeap) return false;
      difference.heap_moved = true;  // its end came down
    }
    if (++old != then.end()) covered = old->start;
    return true;
  };
  for (const Mapping& mapping : now) {
    uint64_t at = mapping.start;
    while (at < mapping.end) {
      while (old != then.end() && old->end <= at) {
        if (!finish_old()) return std::nullopt;
      }
      if (old == then.end() || at < old->start) {
        const uint64_t end = old == then.end() ? mapping.end : std::min(mapping.end, old->start);
        // What begins at the heap's end is the heap, grown; brk takes it back.
        const bool grown = mapping.name == kHeap && old != then.begin() &&
                           std::prev(old)->name == kHeap && std::prev(old)->end <= at;
        if (grown) {
          difference.heap_moved = true;
        } else {
          difference.extra.emplace_back(at, end - at);
        }
        at = end;
        continue;
      }
      if (at != covered || !IsPartOf(mapping, at, *old)) return std::nullopt;
      at = covered = std::min(mapping.end, old->end);
    }
  }
  while (old != then.end()) {
    if (!finish_old()) return std::nullopt;
  }
  return difference;
}

uint64_t HeapEnd(const std::vector<Mapping>& maps) {
  uint64_t end = 0;
  for (const Mapping& mapping : maps) {
    if (mapping.name == kHeap) end = mapping.end;
  }
  return end;
}

}  // namespace assay
