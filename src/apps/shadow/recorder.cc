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
  const int64_t bytes = shadow::BytesOf(*exchange);
  ++waiting_;
  const bool taken = writing_.Submit(bytes, [this, exchange = std::move(exchange)] {
    const std::string line = shadow::ExchangeLine(*exchange) + "\n";
    std::fwrite(line.data(), 1, line.size(), file_.get());
    // What is left of a process that is killed ends with a whole line, mostly.
    if (--waiting_ == 0) std::fflush(file_.get());
  });
  if (!taken) --waiting_;
  return taken;
}

Status Recorder::Finish() {
  writing_.Flush();
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return Status();
  return Error{ErrorCode::kResource, "shadow", errno,
               path_ + ": " + std::strerror(errno == 0 ? EIO : errno)};
}

}  // namespace assay
