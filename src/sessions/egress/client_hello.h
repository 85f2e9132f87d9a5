// Whom a TLS connection says it is for: the server name of its first message. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace assay {

enum class ClientHelloState {
  kMore,    // it isn't whole yet, and may be one
  kNone,    // not TLS
  kNamed,   // it names a server
  kUnnamed  // TLS without a server name
};

struct ClientHello {
  ClientHelloState state = ClientHelloState::kMore;
  std::string server_name;  // normalised
};

// Longer ones are kNone.
inline constexpr size_t kMaxClientHello = 32 << 10;

// `bytes`: all that the client has sent so far.
ClientHello ParseClientHello(std::string_view bytes);

}  // namespace assay
