// Member: one node of a cluster, as the front before it must know it, and how people write one:
//
//   n1=10.0.0.1:8080,agent=9100,slots=8,weight=100
//
// on a command line, or in a line of a file. Values and pure functions; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

struct Member {
  // 1 to 48 of A-Z a-z 0-9 . _ -, beginning with a letter or a digit: it is a server's name in the
  // front, the node's own name (`assay serve --node`) and a part of the ids of its sandboxes.
  std::string name;
  std::string host;    // a name or an address; IPv6 without brackets
  int port = 0;        // of its HTTP
  int agent_port = 0;  // where it tells the front its load (`--agent-port`); 0: it doesn't
  int slots = 0;       // programs that it runs at a time; 0: not known, so the front holds no queue
  int weight = 0;      // 1 to 256, of which the agent tells a share; 0: by its slots

  // "10.0.0.1:8080", "[::1]:8080".
  std::string Address() const;
  // What the front counts it for beside the others: as given (with an agent at least 10), or 4 for
  // each slot.
  int Weight() const;
  std::string Url() const { return "http://" + Address(); }
};

bool operator==(const Member& a, const Member& b);

// Faults name the word that is wrong.
Result<Member> ParseMember(std::string_view text);
// What ParseMember reads.
std::string WriteMember(const Member& member);
// A name on its own; `field`: what a fault calls it, "--node-name".
Status CheckMemberName(std::string_view field, std::string_view name);
// "10.0.0.1:8080", "node-1:8080", "[::1]:8080", with or without "http://" before it.
Status ReadAddress(std::string_view text, Member* member);

// No two members have one name or one address.
Status CheckMembers(const std::vector<Member>& members);
const Member* FindMember(const std::vector<Member>& members, std::string_view name);

}  // namespace assay
