// LruCache: values by name, bounded in bytes; the least recently used go first.
//
// What a value costs is the caller's estimate. A value larger than its share of the bound is not
// taken at all, so that one giant doesn't empty the cache. Not thread-safe: the owner's mutex
// guards it.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

namespace assay {

template <typename Value>
class LruCache {
 public:
  // What an entry costs beside its value: key and nodes.
  static constexpr int64_t kOverheadBytes = 256;

  // `largest_share`: no value may take more than this part of the bound.
  explicit LruCache(int64_t max_bytes, int64_t largest_share = 1)
      : max_bytes_(max_bytes), max_value_bytes_(max_bytes / largest_share) {}

  // Null when absent. Valid until the next Put or Erase.
  Value* Find(const std::string& key) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }
  bool Contains(const std::string& key) const { return by_key_.count(key) != 0; }

  // Replaces a value of the same name. Returns whether it was taken.
  bool Put(const std::string& key, Value value, int64_t bytes) {
    Erase(key);
    bytes += kOverheadBytes + 2 * static_cast<int64_t>(key.size());
    if (bytes > max_value_bytes_) return false;
    entries_.push_front({key, std::move(value), bytes});
    by_key_[key] = entries_.begin();
    bytes_ += bytes;
    while (bytes_ > max_bytes_) Drop(std::prev(entries_.end()));
    return true;
  }

  void Erase(const std::string& key) {
    const auto found = by_key_.find(key);
    if (found != by_key_.end()) Drop(found->second);
  }

  // From the most to the least recently used; `visit(key, value, bytes)`.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const Entry& entry : entries_) visit(entry.key, entry.value, entry.bytes);
  }

  int64_t bytes() const { return bytes_; }
  int64_t size() const { return static_cast<int64_t>(entries_.size()); }

 private:
  struct Entry {
    std::string key;
    Value value;
    int64_t bytes;
  };
  using Iterator = typename std::list<Entry>::iterator;

  void Drop(Iterator entry) {
    bytes_ -= entry->bytes;
    by_key_.erase(entry->key);
    entries_.erase(entry);
  }

  const int64_t max_bytes_;
  const int64_t max_value_bytes_;
  int64_t bytes_ = 0;
  std::list<Entry> entries_;
  std::unordered_map<std::string, Iterator> by_key_;
};

}  // namespace assay
