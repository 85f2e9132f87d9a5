// JoinedSandboxes: a server's own sandboxes, and those of the process that it has replaced as far
// as they are known here: lists show both, and the bounds on their number count both. Thread-safe.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "api/update/elder_book.h"
#include "sessions/sandboxes.h"

namespace assay {

class JoinedSandboxes final : public Sandboxes {
 public:
  // Both outlive it.
  JoinedSandboxes(Sandboxes& own, const ElderBook& elder) : own_(own), elder_(elder) {}

  void Create(const std::string& tenant, SandboxRequest request, Done done) override;
  SandboxPtr Find(const std::string& tenant, const std::string& id) const override;
  std::map<std::string, int> CountByTenant() const override;
  std::vector<SandboxPtr> List(const std::string& tenant,
                               const SandboxFilter& filter) const override;
  std::vector<SandboxPtr> All() const override;
  // Of its own alone: the others are to be asked of their process.
  bool Has(const std::string& id) const override { return own_.Has(id); }
  void Images(std::function<void(Result<std::vector<BoxImage>>)> done) override {
    own_.Images(std::move(done));
  }
  int Count(SandboxState state) const override { return own_.Count(state) + elder_.Count(state); }
  int CountDraining() const override { return own_.CountDraining() + elder_.CountLive(); }
  void StartDraining() override { own_.StartDraining(); }
  void Close() override { own_.Close(); }
  const SandboxPolicy& policy() const override { return own_.policy(); }
  LiveBoxHost& host() override { return own_.host(); }

 private:
  // While the elder has sandboxes: whether one more is within the bounds.
  Status CheckRoom(const std::string& tenant) const;

  Sandboxes& own_;
  const ElderBook& elder_;
};

}  // namespace assay
