// /v1/problems: PUT, GET and HEAD of a problem by its SHA-256, and the list of those there are.
// docs/http.md has the rules. Decoding, hashing and the disk are kept off the I/O threads.
#pragma once

#include <memory>

#include "api/service.h"
#include "net/http.h"

namespace assay {

HttpHandler MakePutProblemHandler(std::shared_ptr<ApiContext> context);
HttpHandler MakeGetProblemHandler(std::shared_ptr<ApiContext> context);  // HEAD too
HttpHandler MakeListProblemsHandler(std::shared_ptr<ApiContext> context);

}  // namespace assay
