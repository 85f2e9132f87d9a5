// POST /v1/verify: judge one submission or many.
#pragma once

#include <memory>

#include "api/service.h"
#include "net/http.h"

namespace assay {

HttpHandler MakeVerifyHandler(std::shared_ptr<ApiContext> context);

}  // namespace assay
