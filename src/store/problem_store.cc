#include "store/problem_store.h"

#include <unordered_set>
#include <utility>

#include "base/check.h"
#include "base/text.h"
#include "store/packed.h"

namespace assay {
namespace {

// Of a text kept in memory; a problem is never larger than a request body.
constexpr int64_t kMaxTextBytes = 1LL << 36;
// Packing larger texts of requests costs more than judging some of them again is worth.
constexpr size_t kMostKeptText = 4 << 20;
// Smaller texts are decoded sooner than others are waited for.
constexpr size_t kLargeText = 64 << 10;

int64_t BytesOf(const GivenProblem& given) {
  int64_t bytes = HeldBytes(*given.problem);
  if (given.calls == nullptr) return bytes;
  for (const CallCase& call : *given.calls) {
    bytes += static_cast<int64_t>(sizeof call + call.input_json.size() + call.output_json.size());
  }
  return bytes;
}

}  // namespace

int64_t HeldBytes(const Problem& problem) {
  size_t bytes = problem.assert_code.size() + problem.assert_setup_code.size();
  for (const auto* judge : {&problem.checker, &problem.transcript_checker}) {
    if (!*judge) continue;
    bytes += (*judge)->source.size();
    for (const auto& [path, contents] : (*judge)->files) {
      bytes += path.size() + contents->size();
    }
  }
  for (const TestCase& test : problem.tests) {
    bytes += sizeof(TestCase) + test.id.size();
    if (test.input != nullptr) bytes += sizeof(Blob) + test.input->size();
    if (test.expected != nullptr) bytes += sizeof(Blob) + test.expected->size();
  }
  return static_cast<int64_t>(bytes);
}

std::string GivenKey(std::initializer_list<std::string_view> parts) {
  // Hashes of the parts rather than their texts: test data is large, and isn't copied for this.
  std::string hashes;
  for (const std::string_view part : parts) hashes += Sha256Hex(part);
  return "inline:" + Sha256Hex(hashes);
}

class ProblemStore::Turn {
 public:
  Turn(ProblemStore* store, std::string name) : store_(store), name_(std::move(name)) {
    MutexLock lock(store_->mutex_);
    while (!store_->busy_.insert(name_).second) store_->freed_.Wait(store_->mutex_);
  }
  ~Turn() {
    MutexLock lock(store_->mutex_);
    store_->busy_.erase(name_);
    store_->freed_.NotifyAll();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  ProblemStore* const store_;
  const std::string name_;
};

void ProblemStore::Hold(const std::string& name, ProblemPtr problem,
                        std::shared_ptr<const std::string> packed) {
  int64_t bytes = HeldBytes(*problem);
  if (packed) bytes += static_cast<int64_t>(packed->size());
  MutexLock lock(mutex_);
  memory_.Put(name, {std::move(problem), std::move(packed)}, bytes);
}

Status ProblemStore::Put(const std::string& name, std::string_view json, ProblemPtr problem) {
  Status status;
  if (disk_ != nullptr) status = disk_->Put(name, json);
  std::shared_ptr<const std::string> packed;
  if (disk_ == nullptr || !status.ok()) {
    packed = std::make_shared<const std::string>(PackBytes(name, json));
  }
  Hold(name, std::move(problem), std::move(packed));
  if (!status.ok()) return status;
  if (!Contains(name)) {
    return Error{ErrorCode::kInvalidArgument, "store.put", 0, "larger than the store ever keeps"};
  }
  return {};
}

ProblemPtr ProblemStore::FindInMemory(const std::string& name) {
  MutexLock lock(mutex_);
  const Held* held = memory_.Find(name);
  if (held == nullptr) return nullptr;
  ++hits_;
  return held->problem;
}

ProblemPtr ProblemStore::Find(const std::string& name) {
  if (auto problem = FindInMemory(name)) return problem;
  ProblemPtr problem;
  if (disk_ != nullptr) {
    const Turn turn(this, name);
    if (auto loaded = FindInMemory(name)) return loaded;
    if (const auto json = disk_->Get(name)) {
      problem = decode_(*json, name);
      CountDecoded();
      if (problem) Hold(name, problem, nullptr);
    }
  }
  MutexLock lock(mutex_);
  ++(problem ? loads_ : misses_);
  return problem;
}

bool ProblemStore::InMemory(const std::string& name) const {
  MutexLock lock(mutex_);
  return memory_.Contains(name);
}

std::optional<GivenProblem> ProblemStore::FindGiven(const std::string& key) {
  MutexLock lock(mutex_);
  const GivenProblem* found = given_.Find(key);
  if (found == nullptr) return std::nullopt;
  ++reused_;
  return *found;
}

std::optional<GivenProblem> ProblemStore::DecodeAndKeep(const std::string& key,
                                                        const DecodeGiven& decode) {
  auto given = decode();
  if (!given) return given;
  CountDecoded();
  MutexLock lock(mutex_);
  given_.Put(key, *given, BytesOf(*given));
  return given;
}

std::optional<GivenProblem> ProblemStore::Given(const std::string& key, size_t text_bytes,
                                                const DecodeGiven& decode) {
  if (auto found = FindGiven(key)) return found;
  if (text_bytes < kLargeText) return DecodeAndKeep(key, decode);
  const Turn turn(this, key);
  if (auto found = FindGiven(key)) return found;
  return DecodeAndKeep(key, decode);
}

bool ProblemStore::Contains(const std::string& name) const {
  if (InMemory(name)) return true;
  return disk_ != nullptr && disk_->Contains(name);
}

std::optional<std::string> ProblemStore::Text(const std::string& name) {
  std::shared_ptr<const std::string> packed;
  {
    MutexLock lock(mutex_);
    if (const Held* held = memory_.Find(name)) packed = held->packed;
    if (const KeptText* kept = packed ? nullptr : texts_.Find(name)) packed = kept->packed;
  }
  if (packed) return UnpackBytes(name, *packed, kMaxTextBytes);
  return disk_ != nullptr ? disk_->Get(name) : std::nullopt;
}

void ProblemStore::KeepText(const std::string& identity, const std::string& name,
                            const std::string& key, std::string_view json) {
  if (json.size() > kMostKeptText) return;
  auto packed = std::make_shared<const std::string>(PackBytes(key, json));
  const auto bytes = static_cast<int64_t>(packed->size() + name.size());
  MutexLock lock(mutex_);
  texts_.Put(key, {name, std::move(packed), false}, bytes);
  if (identity != key)
    texts_.Put(identity, {name, nullptr, true}, static_cast<int64_t>(name.size()));
}

std::string ProblemStore::NameOfText(const std::string& identity) {
  MutexLock lock(mutex_);
  const KeptText* kept = texts_.Find(identity);
  return kept != nullptr ? kept->name : std::string();
}

bool ProblemStore::Unsaved(const std::string& key) {
  if (disk_ == nullptr) return false;
  MutexLock lock(mutex_);
  const KeptText* kept = texts_.Find(key);
  return kept != nullptr && !kept->saved;
}

Status ProblemStore::SaveText(const std::string& key) {
  std::shared_ptr<const std::string> packed;
  {
    MutexLock lock(mutex_);
    KeptText* kept = texts_.Find(key);
    if (kept == nullptr || kept->saved) return {};
    kept->saved = true;
    packed = kept->packed;
  }
  const auto json = UnpackBytes(key, *packed, kMaxTextBytes);
  ASSAY_CHECK(json.has_value());  // packed by KeepText, in memory since
  return disk_->Put(key, *json);
}

std::vector<ProblemStore::Listed> ProblemStore::List() const {
  std::vector<Listed> list;
  std::unordered_set<std::string> seen;
  {
    MutexLock lock(mutex_);
    memory_.ForEach([&](const std::string& name, const Held& held, int64_t bytes) {
      list.push_back(
          {shared() ? name : held.problem->identity, true, held.packed == nullptr, bytes});
      seen.insert(name);
    });
  }
  if (disk_ == nullptr) return list;
  for (const DiskStore::Entry& entry : disk_->Entries()) {
    if (seen.count(entry.key) == 0) {
      list.push_back({shared() ? entry.key : std::string(), false, true, entry.bytes});
    }
  }
  return list;
}

ProblemStoreStats ProblemStore::stats() const {
  ProblemStoreStats stats;
  if (disk_ != nullptr) {
    const DiskStoreStats disk = disk_->stats();
    stats.disk_entries = disk.entries;
    stats.disk_bytes = disk.bytes;
    stats.disk_damaged = disk.damaged;
  }
  MutexLock lock(mutex_);
  stats.problems = memory_.size();
  stats.bytes = memory_.bytes();
  stats.hits = hits_;
  stats.loads = loads_;
  stats.misses = misses_;
  stats.decoded = decoded_;
  stats.reused = reused_;
  stats.given_bytes = given_.bytes();
  return stats;
}

}  // namespace assay
