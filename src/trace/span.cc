#include "trace/span.h"

namespace assay {

void Span::PutText(const char* key, std::string_view value) {
  attributes.emplace_back(key, std::string(value));
}

void Span::PutInt(const char* key, int64_t value) {
  attributes.emplace_back(key, value);
}

void Span::PutDouble(const char* key, double value) {
  attributes.emplace_back(key, value);
}

void Span::PutBool(const char* key, bool value) {
  attributes.emplace_back(key, value);
}

}  // namespace assay
