// What a request is about that only one process of a node may have: the sandbox, kernel, session or
// port that it names, in its path, its headers, or by its token. For all doors; pure, thread-safe.
#pragma once

#include <string>

#include "net/http.h"

namespace assay {

struct Named {
  enum class Kind {
    kNothing,
    kSandbox,
    kKernel,  // by id
    kName,    // a kernel by the name that its client gave it
    kPort,    // a key that opens a port of a sandbox
  };
  Kind kind = Kind::kNothing;
  std::string id;
  std::string kernel_kind = {};  // of kName: KernelName::kind
};

Named NamedBy(const HttpRequest& request);

}  // namespace assay
