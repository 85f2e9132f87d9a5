// An Origin in the headers of a request, for routes whose bodies are laid down by others:
// X-Assay-Run, X-Assay-Step, X-Assay-Group, X-Assay-Sample, X-Assay-Tenant, each optional. Pure,
// thread-safe.
#pragma once

#include <string>

#include "model/origin.h"
#include "net/http.h"

namespace assay {

// Labels decide nothing, so that a step which is no number is left out and never refused.
Origin OriginOfHeaders(const HttpRequest& request);

// The same for requests that ask for the same work for the same origin: a client that tries again.
std::string KeyOfTries(const HttpRequest& request);

}  // namespace assay
