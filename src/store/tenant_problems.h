// TenantProblems: the problem store as one tenant sees it: its own problems, under their names.
//
// Each tenant's are kept apart, so that no answer, no time it takes and no eviction of a single
// name tells one tenant what another has stored: who sends what is there for somebody else is
// answered, and served, as if it were new. The same problem of two tenants is stored twice. Where
// the operator shares problems (ProblemStore::shared), or nobody is asked who they are, all are
// one.
//
// A value that refers to the store; thread-safe as that is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "store/problem_store.h"

namespace assay {

class TenantProblems {
 public:
  // `tenant`: empty where nobody is asked. `store` outlives it.
  TenantProblems(ProblemStore& store, std::string tenant)
      : store_(&store), tenant_(store.shared() ? std::string() : std::move(tenant)) {}

  // As the store's.
  Status Put(const std::string& name, std::string_view json, ProblemPtr problem) const {
    return store_->Put(KeyOf(name), json, std::move(problem));
  }
  ProblemPtr Find(const std::string& name) const { return store_->Find(KeyOf(name)); }
  ProblemPtr FindInMemory(const std::string& name) const {
    return store_->FindInMemory(KeyOf(name));
  }
  bool InMemory(const std::string& name) const { return store_->InMemory(KeyOf(name)); }
  bool Contains(const std::string& name) const { return store_->Contains(KeyOf(name)); }
  bool OnDisk(const std::string& name) const { return store_->OnDisk(KeyOf(name)); }
  std::optional<std::string> Text(const std::string& name) const {
    return store_->Text(KeyOf(name));
  }
  std::optional<GivenProblem> Given(const std::string& key, size_t text_bytes,
                                    const ProblemStore::DecodeGiven& decode) const {
    return store_->Given(tenant_.empty() ? key : GivenKey({tenant_, key}), text_bytes, decode);
  }
  void KeepText(const std::string& identity, const std::string& name, std::string_view json) const {
    store_->KeepText(KeyOf(identity), name, KeyOf(name), json);
  }
  std::string NameOfText(const std::string& identity) const {
    return store_->NameOfText(KeyOf(identity));
  }
  bool Unsaved(const std::string& name) const { return store_->Unsaved(KeyOf(name)); }
  Status SaveText(const std::string& name) const { return store_->SaveText(KeyOf(name)); }
  bool has_disk() const { return store_->has_disk(); }
  void CountDecoded() const { store_->CountDecoded(); }

 private:
  // Problems of servers that ask nobody keep their names, which is where their disks have them.
  std::string KeyOf(const std::string& name) const {
    return tenant_.empty() ? name : Sha256Hex("tenant\n" + tenant_ + "\n" + name);
  }

  ProblemStore* store_;
  std::string tenant_;
};

}  // namespace assay
