#include "base/work/request_scope.h"

namespace assay {
namespace {

thread_local const std::string* current = nullptr;

}  // namespace

RequestScope::RequestScope(const std::string& id) : outer_(current) {
  current = &id;
}

RequestScope::~RequestScope() {
  current = outer_;
}

std::string_view CurrentRequest() {
  return current == nullptr ? std::string_view() : std::string_view(*current);
}

}  // namespace assay
