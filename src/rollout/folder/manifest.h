// Manifest: what a run is a run of. It lies in the folder as manifest.json, is written before
// anything is asked, and decides whether another start may go on there.
//
// Its fields are of two kinds. What was asked (benchmark, items, prompts, model, parameters) names
// answers: when it differs it is another run. How it is judged (profiles, limits, toolchains) names
// verdicts: when only that differs the answers may be judged again. Plain values and pure
// functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay::rollout {

struct ManifestFile {
  std::string name;    // without folders
  std::string sha256;  // hex, of its bytes
  int64_t rows = 0;
};

struct ManifestShard {
  int64_t index = 1;  // 1 … count
  int64_t count = 1;  // 1: the whole run
};

// Items that the data has and no score has, because they can't be judged here.
struct ManifestLeftOut {
  struct Reason {
    std::string what;   // "language swift", "module pandas"
    std::string why;    // and what to do about it
    int64_t items = 0;  // an item may have several reasons
  };
  int64_t items = 0;  // of all shards together
  std::vector<Reason> reasons;
};

struct Manifest {
  // What was asked.
  std::string benchmark;  // "humanevalplus"
  std::string title;      // "HumanEval+ 0.1.10"
  std::string protocol;   // "chat", "completion"
  std::string window;     // dates, version and languages that were chosen, for people
  int64_t items = 0;      // of all shards together; so is the next one
  std::string ids_sha;    // hex SHA-256 of their ids; see IdsSha
  ManifestLeftOut left_out;
  std::vector<ManifestFile> data;
  std::string prompts_sha;  // hex SHA-256 of all prompts in the order of the items
  std::string model;
  std::string endpoint;         // its label: not the address, which may change between two starts
  std::string sampling = "{}";  // a JSON object: every parameter that was set
  int64_t samples = 1;          // of each item; may grow from one start to the next
  ManifestShard shard;
  // How it is judged.
  std::vector<std::string> profiles;
  std::string rules;                                            // as in VerdictKey
  std::string limits = "{}";                                    // a JSON object
  std::vector<std::pair<std::string, std::string>> toolchains;  // language -> version; sorted
  std::string assay_version;
};

// Of ids in the order of the items.
std::string IdsSha(const std::vector<std::string>& ids);

std::string ToJson(const Manifest& manifest);
// kInvalidArgument names the field at fault.
Result<Manifest> ParseManifest(std::string_view json);

struct ManifestDifference {
  enum class Kind { kAsking, kJudging };
  std::string field;
  Kind kind = Kind::kAsking;
  std::string before, after;  // JSON of the values, shortened
};
// Empty: the same run. More samples than before are no difference.
std::vector<ManifestDifference> Differences(const Manifest& before, const Manifest& after);
// "31 items are left out and in no score: 31 for language swift (swiftc: …)"; empty: none are.
std::string Describe(const ManifestLeftOut& left_out);
// "model was "a" and is now "b"; limits was …".
std::string Describe(const std::vector<ManifestDifference>& differences);

}  // namespace assay::rollout
