// ElderBook: what is known of the process that this one has replaced: its sandboxes, so that lists
// and bounds count them, and, when it has ended, why they are no more. Each that lived then was
// lost by our doing: whoever asks is told so, for as long as ended sandboxes are remembered.
//
// Thread-safe.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "api/update/elder_sandbox.h"
#include "api/update/elder_state.h"
#include "base/mutex.h"
#include "sessions/sandboxes.h"

namespace assay {

class ElderBook {
 public:
  explicit ElderBook(Nanoseconds keep_ended) : keep_ended_(keep_ended) {}

  // What it says now. `way` to it.
  void Set(ElderState state, const std::shared_ptr<ElderSandbox::Way>& way) ASSAY_EXCLUDES(mutex_);
  // It has ended, and what lived in it with it.
  void Lose(const std::string& why) ASSAY_EXCLUDES(mutex_);
  // Then: drops what ended long ago, and says what that was.
  std::vector<std::string> ForgetOld() ASSAY_EXCLUDES(mutex_);

  SandboxPtr Find(const std::string& tenant, const std::string& id) const ASSAY_EXCLUDES(mutex_);
  // That lives, of a create with this key; null: none.
  SandboxPtr FindByKey(const std::string& tenant, const std::string& key) const
      ASSAY_EXCLUDES(mutex_);
  bool Has(const std::string& id) const ASSAY_EXCLUDES(mutex_);
  // Those of a tenant, the newest first.
  std::vector<SandboxPtr> List(const std::string& tenant, const SandboxFilter& filter) const
      ASSAY_EXCLUDES(mutex_);
  std::vector<SandboxPtr> All() const ASSAY_EXCLUDES(mutex_);
  int CountLive() const ASSAY_EXCLUDES(mutex_);
  int Count(SandboxState state) const ASSAY_EXCLUDES(mutex_);
  std::map<std::string, int> CountLiveByTenant() const ASSAY_EXCLUDES(mutex_);

  // Whether it has the kernel of that name.
  bool HasKernel(const KernelName& name) const ASSAY_EXCLUDES(mutex_);
  // …or had that one when it ended.
  bool HasLostKernel(const std::string& tenant, const std::string& id) const ASSAY_EXCLUDES(mutex_);
  std::vector<ElderKernel> kernels() const ASSAY_EXCLUDES(mutex_);

 private:
  using Entries = std::map<std::string, std::shared_ptr<ElderSandbox>>;

  const Nanoseconds keep_ended_;
  mutable Mutex mutex_;
  Entries sandboxes_ ASSAY_GUARDED_BY(mutex_);  // by id
  std::vector<ElderKernel> kernels_ ASSAY_GUARDED_BY(mutex_);
  std::shared_ptr<ElderSandbox::Way> way_ ASSAY_GUARDED_BY(mutex_);
  bool lost_ ASSAY_GUARDED_BY(mutex_) = false;
};

// Whether a list with this filter shows it.
bool IsListed(const SandboxInfo& info, const SandboxFilter& filter);

}  // namespace assay
