#include "net/http_text.h"

#include <charconv>

#include "base/text.h"
#include "text/json_writer.h"

namespace assay {
namespace {

std::string PercentDecode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr ==
            text.data() + i + 3) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace

std::string_view StatusPhrase(int status) {
  switch (status) {
    case 200: return "OK";
    case 307: return "Temporary Redirect";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 413: return "Content Too Large";
    case 422: return "Unprocessable Entity";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 504: return "Gateway Timeout";
    default: return "Status";
  }
}

std::string HeadText(const HttpResponse& response, std::optional<size_t> content_length,
                     bool chunked, bool close) {
  std::string head = "HTTP/1.1 " + std::to_string(response.status) + " ";
  head += StatusPhrase(response.status);
  head += "\r\nserver: assay\r\n";
  if (!response.content_type.empty()) head += "content-type: " + response.content_type + "\r\n";
  for (const auto& [name, value] : response.headers) head += name + ": " + value + "\r\n";
  if (content_length) head += "content-length: " + std::to_string(*content_length) + "\r\n";
  if (chunked) head += "transfer-encoding: chunked\r\n";
  head += close ? "connection: close\r\n\r\n" : "connection: keep-alive\r\n\r\n";
  return head;
}

std::string ChunkHead(size_t size) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, size, 16).ptr;
  return std::string(digits, end) + "\r\n";
}

void SplitTarget(std::string_view target, HttpRequest* request) {
  if (const size_t scheme = target.find("://");
      scheme != target.npos && !target.empty() && target[0] != '/') {
    const size_t path = target.find('/', scheme + 3);
    target = path == target.npos ? "/" : target.substr(path);
  }
  const size_t question = target.find('?');
  request->path = PercentDecode(target.substr(0, question));
  request->query = question == target.npos ? "" : std::string(target.substr(question + 1));
}

std::string ErrorText(int status, std::string_view message) {
  const std::string text = ReplaceInvalidUtf8(message);
  JsonWriter json;
  json.BeginObject().Key("detail").String(text).Key("error").BeginObject();
  json.Key("code").String(status == 413 ? "too_large" : status == 408 ? "timeout" : "http");
  json.Key("message").String(text).EndObject().EndObject();
  return json.Take();
}

}  // namespace assay
