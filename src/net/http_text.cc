#include "net/http_text.h"

#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/fields.hpp>

#include "base/text.h"
#include "net/form/query.h"
#include "text/json_writer.h"

namespace assay {
namespace {

namespace http = boost::beast::http;

// Status line and fields, with the phrase that belongs to the status.
std::string Head(const http::fields& fields, int status) {
  http::fields::writer writer(fields, 11, static_cast<unsigned>(status));
  return boost::beast::buffers_to_string(writer.get());
}

}  // namespace

std::string HeadText(const HttpResponse& response, std::optional<size_t> content_length,
                     bool chunked, bool close) {
  // Names as strings: by their constants Beast would write them with capitals.
  http::fields fields;
  fields.insert("server", "assay");
  if (!response.content_type.empty()) fields.insert("content-type", response.content_type);
  for (const auto& [name, value] : response.headers) fields.insert(name, value);
  if (content_length) fields.insert("content-length", std::to_string(*content_length));
  if (chunked) fields.insert("transfer-encoding", "chunked");
  fields.insert("connection", close ? "close" : "keep-alive");
  return Head(fields, response.status);
}

std::string ContinueText() {
  return Head({}, 100);
}

std::string ChunkHead(size_t size) {
  return boost::beast::buffers_to_string(http::chunk_header(size));
}

std::string LastChunk() {
  return boost::beast::buffers_to_string(http::make_chunk_last());
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

bool CameByTls(const HttpRequest& request) {
  const std::string_view said = request.Header(kForwardedProto);
  return AsciiLower(TrimAsciiSpace(said.substr(0, said.find(',')))) == "https";
}

std::string ErrorText(int status, std::string_view message) {
  const std::string text = ReplaceInvalidUtf8(message);
  JsonWriter json;
  json.BeginObject().Key("detail").String(text).Key("error").BeginObject();
  json.Key("code").String(status == 413   ? "too_large"
                          : status == 408 ? "timeout"
                          : status == 401 ? "unauthorized"
                          : status == 403 ? "forbidden"
                                          : "http");
  json.Key("message").String(text).EndObject().EndObject();
  return json.Take();
}

}  // namespace assay
