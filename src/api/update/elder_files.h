// ElderFiles: reads a file of a sandbox that the process which this one has replaced keeps, as the
// judging of what lies in sandboxes does: by that process's own routes. Nothing else is done so.
//
// Each call waits for the other process. Not thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "net/http.h"
#include "net/pass/pass_headers.h"
#include "runner/live_box.h"

namespace assay {

class ElderFiles final : public LiveFiles {
 public:
  // A GET of that path below the sandbox's; nothing: no answer in time.
  using Ask = std::function<std::optional<HttpResponse>(
      const std::string& path, const std::string& query, HeaderList headers, SteadyTime deadline)>;

  explicit ElderFiles(Ask ask) : ask_(std::move(ask)) {}

  Result<FileInfo> Stat(const std::string& path, SteadyTime deadline) override;
  Result<int64_t> Read(const std::string& path, FileRange range, const ByteSink& sink,
                       SteadyTime deadline) override;

  Result<std::vector<FileInfo>> List(const std::string&, int, SteadyTime) override {
    return NotHere();
  }
  Result<bool> MakeDirectory(const std::string&, SteadyTime) override { return NotHere(); }
  Status Move(const std::string&, const std::string&, SteadyTime) override { return NotHere(); }
  Status Remove(const std::string&, SteadyTime) override { return NotHere(); }
  Result<FileInfo> Write(const std::string&, uint32_t, const ByteSource&, SteadyTime) override {
    return NotHere();
  }
  Status Pack(const std::string&, const ByteSink&, SteadyTime) override { return NotHere(); }
  Status Unpack(const std::string&, const ByteSource&, SteadyTime) override { return NotHere(); }

 private:
  Result<HttpResponse> Get(const std::string& what, const std::string& path, HeaderList headers,
                           SteadyTime deadline);
  static Error NotHere();

  const Ask ask_;
};

}  // namespace assay
