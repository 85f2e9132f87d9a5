// TenantRoom: how much of something (bytes, downloads) all tenants of a server may hold together,
// and each of them alone, so that one can't take it from the others.
//
// What is held is a Share, which gives it back when it goes, also after the room has gone.
// Thread-safe; a Share by itself is not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "base/mutex.h"

namespace assay {

class TenantRoom {
  struct Held;

 public:
  TenantRoom(int64_t all, int64_t each) : held_(std::make_shared<Held>(all, each)) {}

  class Share {
   public:
    // Of no room: it has no bound.
    Share() = default;
    Share(Share&& other) noexcept
        : held_(std::move(other.held_)),
          tenant_(std::move(other.tenant_)),
          size_(std::exchange(other.size_, 0)) {}
    Share& operator=(Share&&) = delete;
    ~Share() {
      if (held_ != nullptr && size_ > 0) held_->Give(tenant_, size_);
    }

    // False when there is no room for so much more; it then holds what it held.
    bool Grow(int64_t more) {
      if (held_ != nullptr && !held_->Take(tenant_, more)) return false;
      size_ += more;
      return true;
    }
    int64_t size() const { return size_; }
    // What it may hold at most, with nobody else there: more never fits, however long one waits.
    int64_t most() const {
      return held_ == nullptr ? INT64_MAX : std::min(held_->all, held_->each);
    }
    // Of a refusal: whether there could be room for so much more once others have gone.
    bool MayFit(int64_t more) const { return more <= most() - size_; }

   private:
    friend class TenantRoom;
    Share(std::shared_ptr<Held> held, std::string tenant)
        : held_(std::move(held)), tenant_(std::move(tenant)) {}

    std::shared_ptr<Held> held_;
    std::string tenant_;
    int64_t size_ = 0;
  };

  // An empty one.
  Share Open(std::string tenant) const { return Share(held_, std::move(tenant)); }

 private:
  struct Held {
    Held(int64_t all_may, int64_t each_may) : all(all_may), each(each_may) {}

    bool Take(const std::string& tenant, int64_t more) ASSAY_EXCLUDES(mutex) {
      if (more == 0) return true;  // no entry that nothing would erase
      MutexLock lock(mutex);
      const auto own = by_tenant.find(tenant);
      const int64_t has = own == by_tenant.end() ? 0 : own->second;
      if (more > all - total || more > each - has) return false;
      total += more;
      by_tenant[tenant] = has + more;
      return true;
    }
    void Give(const std::string& tenant, int64_t less) ASSAY_EXCLUDES(mutex) {
      MutexLock lock(mutex);
      total -= less;
      const auto own = by_tenant.find(tenant);
      own->second -= less;
      if (own->second == 0) by_tenant.erase(own);
    }

    const int64_t all;
    const int64_t each;
    Mutex mutex;
    int64_t total ASSAY_GUARDED_BY(mutex) = 0;
    std::map<std::string, int64_t> by_tenant ASSAY_GUARDED_BY(mutex);
  };

  const std::shared_ptr<Held> held_;
};

}  // namespace assay
