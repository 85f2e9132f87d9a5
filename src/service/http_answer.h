// From an answer of HTTP to a judge's. Pure.
#pragma once

#include "net/http.h"
#include "service/judge.h"

namespace assay::service {

// Header names in lower case, as our server writes them and our client hands them out.
Answer AnswerOf(HttpResponse response);

}  // namespace assay::service
