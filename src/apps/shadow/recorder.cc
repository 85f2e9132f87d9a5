#include "apps/shadow/recorder.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "shadow/log/exchange_line.h"

namespace assay {

Result<std::unique_ptr<Recorder>> Recorder::Make(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(FilePtr file, CreateBundleFile(path));
  return std::unique_ptr<Recorder>(new Recorder(path, std::move(file)));
}

bool Recorder::Add(std::shared_ptr<const shadow::Exchange> exchange) {
  const auto bytes =
      static_cast<int64_t>(exchange->request_body.size() + exchange->reply_body.size() + 4096);
  return writing_.Submit(bytes, [this, exchange = std::move(exchange)] {
    const std::string line = shadow::ExchangeLine(*exchange) + "\n";
    std::fwrite(line.data(), 1, line.size(), file_.get());
  });
}

Status Recorder::Finish() {
  writing_.Flush();
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return Status();
  return Error{ErrorCode::kResource, "shadow", errno,
               path_ + ": " + std::strerror(errno == 0 ? EIO : errno)};
}

}  // namespace assay
