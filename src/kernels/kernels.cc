#include "kernels/kernels.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "sessions/session_ids.h"

namespace assay {
namespace {

constexpr int64_t kQueuedBytes = 64 << 20;
constexpr int64_t kJobBytes = 1 << 10;
constexpr int kWorkers = 2;  // they wait for boxes

Error Gone(std::string message) {
  return {ErrorCode::kUnavailable, "kernels", 0, std::move(message)};
}

bool HasEnded(const KernelPtr& kernel) {
  return kernel != nullptr && kernel->Info().state == KernelState::kEnded;
}

}  // namespace

Kernels::Kernels(Sandboxes& sandboxes, const Clock& clock)
    : sandboxes_(sandboxes), timers_(clock), work_(kQueuedBytes, kWorkers) {
  MutexLock lock(gate_->mutex);
  gate_->kernels = this;
}

Kernels::~Kernels() {
  {
    MutexLock lock(gate_->mutex);
    gate_->kernels = nullptr;
  }
  std::vector<HeldPtr> held;
  {
    MutexLock lock(mutex_);
    ending_ = true;
    held.swap(held_);
  }
  for (const HeldPtr& one : held) {
    EndHeld(one, Gone("the server is being stopped"), SandboxEnd::kShutdown);
    Tell(one, Gone("the server is being stopped"));
  }
  work_.Flush();
  for (const HeldPtr& one : held) {
    if (one->entry.kernel != nullptr) one->entry.kernel->AwaitQuiet();
  }
}

void Kernels::ForgetEnded() {
  std::erase_if(held_,
                [](const HeldPtr& held) { return held->started && HasEnded(held->entry.kernel); });
}

Kernels::HeldPtr Kernels::Claim(const KernelName& name, Opened opened) {
  KernelPtr there;
  {
    MutexLock lock(mutex_);
    ForgetEnded();
    const auto found = std::find_if(held_.begin(), held_.end(), [&](const HeldPtr& held) {
      return !name.name.empty() && held->entry.name == name;
    });
    if (ending_ || found == held_.end()) {
      auto held = std::make_shared<Held>();
      held->entry.name = name;
      held->waiters.push_back(std::move(opened));
      if (!ending_) held_.push_back(held);
      return held;
    }
    if (!(*found)->started) {
      (*found)->waiters.push_back(std::move(opened));
      return nullptr;
    }
    there = (*found)->entry.kernel;
  }
  opened(there, false);
  return nullptr;
}

void Kernels::Open(const KernelName& name, SandboxRequest sandbox, std::string directory,
                   Opened opened) {
  const HeldPtr held = Claim(name, std::move(opened));
  if (held == nullptr) return;
  held->idle = sandbox.idle.value_or(sandboxes_.policy().default_idle);
  held->entry.owns_sandbox = true;
  sandboxes_.Create(
      name.tenant, std::move(sandbox),
      [gate = gate_, held, directory = std::move(directory)](Result<SandboxPtr> made) {
        MutexLock lock(gate->mutex);
        if (gate->kernels == nullptr) {
          if (made.ok()) (*made)->End(SandboxEnd::kDeleted);
          return;
        }
        Kernels* const self = gate->kernels;
        const bool taken = self->work_.Submit(kJobBytes, [self, held, directory, made] {
          if (!made.ok()) return self->Tell(held, made.error());
          self->StartIn(held, *made, directory);
        });
        if (taken) return;
        if (made.ok()) (*made)->End(SandboxEnd::kDeleted);
        self->Tell(held, Gone("too many kernels are being started"));
      });
}

void Kernels::OpenIn(const KernelName& name, SandboxPtr sandbox, std::string directory,
                     Opened opened) {
  int there = 0;
  {
    MutexLock lock(mutex_);
    ForgetEnded();
    for (const HeldPtr& held : held_) {
      if (held->entry.kernel != nullptr && held->entry.kernel->sandbox() == sandbox) ++there;
    }
  }
  if (there >= kMostInASandbox && FindNamed(name) == nullptr) {
    return opened(Error{ErrorCode::kResource, "kernels", 0, "the sandbox has 16 kernels already"},
                  false);
  }
  if (const HeldPtr held = Claim(name, std::move(opened))) {
    StartIn(held, std::move(sandbox), std::move(directory));
  }
}

void Kernels::StartIn(const HeldPtr& held, SandboxPtr sandbox, std::string directory) {
  auto id = NewSessionId(NodePrefix("k", sandboxes_.policy().node, "k"));
  if (!id.ok()) return Tell(held, id.error());
  auto kernel = std::make_shared<Kernel>(*std::move(id), std::move(sandbox), std::move(directory),
                                         Kernel::Means{timers_, work_});
  bool ending = false;
  {
    MutexLock lock(mutex_);
    ending = ending_;
    if (!ending) held->entry.kernel = kernel;
  }
  if (ending) {
    if (held->entry.owns_sandbox) kernel->sandbox()->End(SandboxEnd::kDeleted);
    return Tell(held, Gone("the server is being stopped"));
  }
  kernel->Start([this, weak = std::weak_ptr(held)](const Status& status) {
    if (const auto started = weak.lock()) Tell(started, status);
  });
}

void Kernels::Tell(const HeldPtr& held, const Status& status) {
  std::vector<Opened> waiters;
  KernelPtr kernel;
  {
    MutexLock lock(mutex_);
    waiters.swap(held->waiters);
    held->started = status.ok();
    kernel = held->entry.kernel;
    if (!status.ok()) std::erase(held_, held);
  }
  if (status.ok()) {
    if (held->entry.owns_sandbox) LookAgain(held, std::chrono::steady_clock::now() + held->idle);
  } else if (kernel != nullptr && held->entry.owns_sandbox) {
    kernel->sandbox()->End(SandboxEnd::kFailed);
  }
  bool created = true;
  for (const Opened& waiter : waiters) {
    if (status.ok()) {
      waiter(kernel, std::exchange(created, false));
    } else {
      waiter(status.error(), false);
    }
  }
}

void Kernels::LookAgain(const HeldPtr& held, SteadyTime when) {
  const Nanoseconds left = std::max(Nanoseconds{0}, when - std::chrono::steady_clock::now());
  timers_.After(left, [this, weak = std::weak_ptr(held)] { LookWhetherIdle(weak); });
}

void Kernels::LookWhetherIdle(const std::weak_ptr<Held>& weak) {
  const HeldPtr held = weak.lock();
  if (held == nullptr) return;
  const KernelInfo info = held->entry.kernel->Info();
  if (info.state == KernelState::kEnded) return;
  const Nanoseconds unused = std::chrono::system_clock::now() - info.used;
  if (info.waiting > 0 || unused < held->idle) {
    const Nanoseconds left = info.waiting > 0 ? held->idle : held->idle - unused;
    return LookAgain(held, std::chrono::steady_clock::now() + left);
  }
  EndHeld(held, Gone("the kernel has ended: nobody used it for its idle time"), SandboxEnd::kIdle);
}

void Kernels::EndHeld(const HeldPtr& held, const Error& why, SandboxEnd reason) {
  KernelPtr kernel;
  {
    MutexLock lock(mutex_);
    kernel = held->entry.kernel;
  }
  if (kernel == nullptr) return;
  kernel->End(why);
  if (held->entry.owns_sandbox) kernel->sandbox()->End(reason);
}

KernelPtr Kernels::Find(const std::string& tenant, const std::string& id) {
  MutexLock lock(mutex_);
  ForgetEnded();
  for (const HeldPtr& held : held_) {
    if (held->started && held->entry.name.tenant == tenant && held->entry.kernel->id() == id) {
      return held->entry.kernel;
    }
  }
  return nullptr;
}

KernelPtr Kernels::FindNamed(const KernelName& name) {
  MutexLock lock(mutex_);
  ForgetEnded();
  for (const HeldPtr& held : held_) {
    if (held->started && held->entry.name == name) return held->entry.kernel;
  }
  return nullptr;
}

bool Kernels::Has(const KernelName& name) {
  MutexLock lock(mutex_);
  ForgetEnded();
  return std::any_of(held_.begin(), held_.end(),
                     [&](const HeldPtr& held) { return held->entry.name == name; });
}

std::vector<KernelEntry> Kernels::All() {
  std::vector<KernelEntry> found;
  MutexLock lock(mutex_);
  ForgetEnded();
  for (const HeldPtr& held : held_) {
    found.push_back(held->entry);
  }
  return found;
}

std::vector<KernelEntry> Kernels::List(const std::string& tenant, const std::string& kind) {
  std::vector<KernelEntry> found;
  MutexLock lock(mutex_);
  ForgetEnded();
  for (const HeldPtr& held : held_) {
    if (held->started && held->entry.name.tenant == tenant && held->entry.name.kind == kind) {
      found.push_back(held->entry);
    }
  }
  return found;
}

bool Kernels::Close(const std::string& tenant, const std::string& id) {
  HeldPtr closed;
  {
    MutexLock lock(mutex_);
    ForgetEnded();
    const auto found = std::find_if(held_.begin(), held_.end(), [&](const HeldPtr& held) {
      return held->started && held->entry.name.tenant == tenant && held->entry.kernel->id() == id;
    });
    if (found == held_.end()) return false;
    closed = *found;
    held_.erase(found);
  }
  EndHeld(closed, Gone("the kernel was deleted"), SandboxEnd::kDeleted);
  return true;
}

}  // namespace assay
