// AgentCheck: a port that tells whoever connects one line about this node, and closes. HAProxy asks
// it twice a second (agent-check).
//
// A peer may do what it likes: nothing that it sends is kept, it gets its line in one write that
// isn't repeated, and it is closed within a second whether it reads or not. There are never more
// than 64 connections; more wait in the kernel's backlog.
//
// Threading: one thread of its own. Start and Stop are called by one owner.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

class AgentCheck {
 public:
  // `line` is called on its thread and must answer at once; used from Start to Stop.
  AgentCheck(std::string host, int port, std::function<std::string()> line);
  ~AgentCheck();
  AgentCheck(const AgentCheck&) = delete;
  AgentCheck& operator=(const AgentCheck&) = delete;

  // Takes the port, or the socket that listens already where one is handed over.
  Status Listen(UniqueFd listener = {});
  Status Start();
  void Stop();
  // Another descriptor of what listens, to hand over. REQUIRES: Listen succeeded.
  UniqueFd Listener() const;
  // The port really bound, and whether only this machine reaches it. REQUIRES: Listen succeeded.
  int port() const;
  bool loopback() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
