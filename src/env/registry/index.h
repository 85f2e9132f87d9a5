// The index of a registry: which packs there are, and who vouches for each. It comes from
// strangers: reading it bounds and checks every field, and nothing in it is believed before its
// signature.
//
// A signature is over a text with the pack's name, version, SHA-256 and size, when it was made and
// the hash of what is said of it, so that none of these can be another pack's. Plain values; pure;
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "env/pack/pack.h"
#include "env/sign/keys.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {

inline constexpr std::string_view kIndexFile = "index.json";
inline constexpr std::string_view kPackFolder = "packs";

struct IndexEntry {
  PackFacts pack;
  ArchiveForm form = ArchiveForm::kTarZstd;
  std::string created;    // UTC, "2026-11-27T21:00:00Z"
  std::string changelog;  // what is new in this version
  std::string signature;  // bytes; empty: unsigned
  std::string key_id;     // whose key it was, as it says

  std::string FileName() const { return pack.FileName(form); }
};

// What a signature is of.
std::string SignedText(const IndexEntry& entry);
void SignEntry(const PrivateKey& key, IndexEntry* entry);

struct Index {
  std::vector<IndexEntry> entries;  // by name, then version, the newest first

  // The newest that is wanted; null: none.
  const IndexEntry* Find(const Wanted& wanted) const;
  void Sort();
};

// kInvalidArgument: what is wrong, with the entry. A version that stands there twice is a fault.
Result<Index> ParseIndex(const std::string& json);
std::string IndexJson(const Index& index);

// One entry, as beside a pack's file.
Result<IndexEntry> ParseEntry(const std::string& json);
std::string EntryJson(const IndexEntry& entry);

// What is known of a pack by whom it is signed.
enum class Trust {
  kSigned,      // by a key that is listed
  kUnsigned,    //
  kUnknownKey,  // by somebody else, or so it says
  kForged,      // it names a listed key, and is not that key's
};
// `by`, unless null, gets the key of kSigned and kForged.
Trust TrustOf(const IndexEntry& entry, const std::vector<PublicKey>& keys, PublicKey* by);

}  // namespace assay::env
