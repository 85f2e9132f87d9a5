// Where a node's peers are, as --peers says it: a file, a list of addresses, or a name that has an
// address for each of them (a headless service).
//
// Thread-safe. Addresses blocks on the disk or the resolver.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

struct PeerList {
  enum class Kind { kNone, kAddresses, kFile, kName };

  // "" (none), "dns:NAME:PORT", "http://a:8080,http://b:8080", or else the path of a file with an
  // address a line ('#' begins a comment). kInvalidArgument: an address that isn't one.
  static Result<PeerList> Parse(std::string_view text);
  // "http://host:port" each, without what differs only in a slash at the end; at most 1,024.
  Result<std::vector<std::string>> Addresses() const;

  Kind kind = Kind::kNone;
  std::vector<std::string> addresses;  // of kAddresses
  std::string path;                    // of kFile
  std::string name, port;              // of kName
};

}  // namespace assay
