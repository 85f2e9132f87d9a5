// LruList and LruCache: values by key in the order of their last use.
//
// The list knows what each value costs and forgets nothing by itself: when an owner is over its
// bound, be it bytes, files or entries, it takes the oldest out, and can let go of them wherever
// that is cheap, outside of its lock for one. The cache is the list with a bound in bytes. What a
// value costs is the caller's estimate; one larger than its share of the bound is not taken at all,
// so that one giant doesn't empty the cache. Not thread-safe: the owner's mutex guards them.
#pragma once

#include <cstdint>
#include <iterator>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/check.h"

namespace assay {

template <typename Key, typename Value>
class LruList {
 public:
  struct Entry {
    Key key;
    Value value;
    int64_t cost = 0;
  };

  // Null when absent; otherwise it counts as used now. Valid until the entry is taken or replaced.
  Value* Find(const Key& key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }
  bool Contains(const Key& key) const { return by_key_.count(key) != 0; }

  // As used now; replaces a value of the same key.
  void Put(const Key& key, Value value, int64_t cost) {
    Take(key);
    entries_.push_front({key, std::move(value), cost});
    by_key_[key] = entries_.begin();
    cost_ += cost;
  }

  // Out of the list; nullopt when absent.
  std::optional<Entry> Take(const Key& key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return std::nullopt;
    return Remove(found->second);
  }
  // The least recently used. REQUIRES: not empty.
  Entry TakeOldest() {
    ASSAY_CHECK(!entries_.empty());
    return Remove(std::prev(entries_.end()));
  }

  // From the most to the least recently used.
  const std::list<Entry>& entries() const { return entries_; }
  int64_t cost() const { return cost_; }  // of all
  int64_t size() const { return static_cast<int64_t>(entries_.size()); }

 private:
  using Iterator = typename std::list<Entry>::iterator;

  Entry Remove(Iterator place) {
    Entry entry = std::move(*place);
    cost_ -= entry.cost;
    entries_.erase(place);
    by_key_.erase(entry.key);
    return entry;
  }

  int64_t cost_ = 0;
  std::list<Entry> entries_;
  std::unordered_map<Key, Iterator> by_key_;
};

template <typename Value>
class LruCache {
 public:
  // What an entry costs beside its value: key and nodes.
  static constexpr int64_t kOverheadBytes = 256;

  // `largest_share`: no value may take more than this part of the bound.
  explicit LruCache(int64_t max_bytes, int64_t largest_share = 1)
      : max_bytes_(max_bytes), max_value_bytes_(max_bytes / largest_share) {}

  // Null when absent. Valid until the next Put or Erase.
  Value* Find(const std::string& key) { return list_.Find(key); }
  bool Contains(const std::string& key) const { return list_.Contains(key); }

  // Replaces a value of the same name. Returns whether it was taken.
  bool Put(const std::string& key, Value value, int64_t bytes) {
    list_.Take(key);
    bytes += kOverheadBytes + 2 * static_cast<int64_t>(key.size());
    if (bytes > max_value_bytes_) return false;
    list_.Put(key, std::move(value), bytes);
    while (list_.cost() > max_bytes_) list_.TakeOldest();
    return true;
  }

  void Erase(const std::string& key) { list_.Take(key); }

  // From the most to the least recently used; `visit(key, value, bytes)`.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const auto& entry : list_.entries()) visit(entry.key, entry.value, entry.cost);
  }

  int64_t bytes() const { return list_.cost(); }
  int64_t size() const { return list_.size(); }

 private:
  const int64_t max_bytes_;
  const int64_t max_value_bytes_;
  LruList<std::string, Value> list_;
};

}  // namespace assay
