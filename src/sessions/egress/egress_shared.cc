#include "sessions/egress/egress_shared.h"

#include <boost/asio/post.hpp>
#include <utility>

namespace assay {

namespace net = boost::asio;

bool LookUp(const std::shared_ptr<EgressShared>& shared, const std::string& host, LookedUp done) {
  if (shared->lookups >= shared->loop->options.max_lookups) return false;
  ++shared->lookups;
  const bool taken =
      shared->loop->lookups->Submit(1, [shared = shared, host, done = std::move(done)]() mutable {
        EgressLoop& loop = *shared->loop;
        std::vector<IpAddress> found, own;
        if (!loop.ending) {
          if (const auto literal = IpAddress::Parse(host)) {
            found = {*literal};
          } else {
            found = loop.options.resolve(host);
          }
          own = OwnAddresses();
        }
        // Moved, so that a connection never ends on this thread.
        net::post(loop.io, [shared = std::move(shared), done = std::move(done),
                            found = std::move(found), own = std::move(own)] {
          --shared->lookups;
          done(found, own);
        });
      });
  if (!taken) --shared->lookups;
  return taken;
}

}  // namespace assay
