#include "service/http_answer.h"

#include <algorithm>
#include <charconv>

namespace assay::service {

Answer AnswerOf(HttpResponse response) {
  Answer answer{response.status, 1, std::move(response.body)};
  for (const auto& [name, value] : response.headers) {
    if (name != "retry-after") continue;
    int seconds = 1;
    std::from_chars(value.data(), value.data() + value.size(), seconds);
    answer.retry_after_s = std::clamp(seconds, 1, 60);
  }
  return answer;
}

}  // namespace assay::service
