// What systemd, or whoever else starts a service with NOTIFY_SOCKET set, is told of its state: one
// datagram each, as sd_notify(3) describes them. Without that variable nothing happens.
// Thread-safe.
#pragma once

#include <string_view>

namespace assay {

// "READY=1", "STOPPING=1". False: nobody is told, for nobody asked or the socket doesn't take it;
// a service goes on either way.
bool NotifyServiceManager(std::string_view state);

}  // namespace assay
