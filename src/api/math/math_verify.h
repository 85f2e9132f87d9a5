// POST /v1/math/verify: judge answers to math problems.
#pragma once

#include <memory>

#include "api/service.h"
#include "net/http.h"

namespace assay {

HttpHandler MakeMathVerifyHandler(std::shared_ptr<ApiContext> context);

}  // namespace assay
