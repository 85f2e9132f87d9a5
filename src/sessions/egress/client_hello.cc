#include "sessions/egress/client_hello.h"

#include <cstdint>

#include "sessions/egress/egress_rules.h"

namespace assay {
namespace {

// Big-endian numbers and vectors with their length before them, as TLS writes them.
class TlsReader {
 public:
  explicit TlsReader(std::string_view bytes) : rest_(bytes) {}

  size_t Number(int bytes) {
    size_t value = 0;
    for (int i = 0; i < bytes; ++i) {
      if (rest_.empty()) {
        ok_ = false;
        return 0;
      }
      value = value << 8 | static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
    }
    return value;
  }
  std::string_view Bytes(size_t count) {
    if (count > rest_.size()) {
      ok_ = false;
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }
  std::string_view Vector(int length_bytes) { return Bytes(Number(length_bytes)); }
  bool ok() const { return ok_; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

constexpr size_t kHandshake = 22, kClientHello = 1, kServerName = 0, kHostName = 0;

// The message from its version on.
ClientHello ParseMessage(std::string_view message) {
  const ClientHello none{ClientHelloState::kNone, ""};
  TlsReader reader(message);
  reader.Bytes(2 + 32);  // version, random
  reader.Vector(1);      // session
  reader.Vector(2);      // cipher suites
  reader.Vector(1);      // compression
  if (!reader.ok()) return none;
  ClientHello hello{ClientHelloState::kUnnamed, ""};
  if (reader.empty()) return hello;
  TlsReader extensions(reader.Vector(2));
  while (reader.ok() && extensions.ok() && !extensions.empty()) {
    const size_t type = extensions.Number(2);
    TlsReader names(TlsReader(extensions.Vector(2)).Vector(2));
    if (type != kServerName) continue;
    // Exactly one name: of two, the server might take the other.
    const bool is_host = names.Number(1) == kHostName;
    const std::string_view name = names.Vector(2);
    if (!is_host || !names.ok() || !names.empty() || name.empty() ||
        hello.state == ClientHelloState::kNamed) {
      return none;
    }
    hello = {ClientHelloState::kNamed, NormalizeHost(name)};
  }
  return reader.ok() && extensions.ok() ? hello : none;
}

}  // namespace

ClientHello ParseClientHello(std::string_view bytes) {
  const ClientHello none{ClientHelloState::kNone, ""};
  const ClientHello more{ClientHelloState::kMore, ""};
  std::string message;  // may be cut into records
  while (true) {
    if (message.size() >= 4) {
      TlsReader header(message);
      if (header.Number(1) != kClientHello) return none;
      const size_t size = header.Number(3);
      if (size > kMaxClientHello) return none;
      if (message.size() >= size + 4)
        return ParseMessage(std::string_view(message).substr(4, size));
    }
    if (bytes.empty()) return message.size() > kMaxClientHello ? none : more;
    if (static_cast<uint8_t>(bytes.front()) != kHandshake) return none;
    if (bytes.size() >= 2 && bytes[1] != 3) return none;
    if (bytes.size() < 5) return more;
    TlsReader record(bytes.substr(3));
    const size_t size = record.Number(2);
    if (size == 0 || size > (1 << 14)) return none;
    const std::string_view part = bytes.substr(5, size);
    message.append(part);
    if (part.size() < size) {
      // The rest of this record is still to come; what is there may already be enough.
      bytes = {};
    } else {
      bytes.remove_prefix(5 + size);
    }
  }
}

}  // namespace assay
