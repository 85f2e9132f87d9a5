// JupyterRun: the cells of one POST /run_jupyter, from the kernel that was made for them to the
// answer. Thread-safe; keeps itself until it has answered.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "api/kernels/cell_output.h"
#include "base/blob.h"
#include "base/mutex.h"
#include "kernels/kernels.h"
#include "net/http.h"
#include "text/json_writer.h"

namespace assay {

struct JupyterRequest {
  std::vector<std::string> cells;
  double cell_timeout_s = 0;  // 0: none but the total one
  double total_timeout_s = 45;
  std::map<std::string, BlobPtr> files;  // by path
  std::vector<std::string> fetch_files;
};

class JupyterRun : public std::enable_shared_from_this<JupyterRun> {
 public:
  JupyterRun(JupyterRequest request, std::string tenant, std::string pod_name, Kernels& kernels,
             HttpReplyPtr reply);

  // Once, when the kernel is there or couldn't be made.
  void Begin(const Result<KernelPtr>& kernel);

 private:
  enum class Outcome { kDone, kOutOfTime, kFailed };

  void PutFiles();
  void NextCell();
  void OnCell(const CellOutput& output, const Result<CellEnd>& end);
  void FetchFiles(Outcome outcome, const std::string& message);
  void Answer(Outcome outcome, const std::string& message);

  const JupyterRequest request_;
  const std::string tenant_;
  const std::string pod_name_;
  Kernels& kernels_;
  const HttpReplyPtr reply_;
  const SteadyTime began_;
  const SteadyTime deadline_;
  KernelPtr kernel_;  // set by Begin
  // One step after the other: no two threads are at these.
  size_t next_ = 0;
  JsonWriter cells_;  // the array of those that ended
  std::map<std::string, std::string> fetched_;
};

}  // namespace assay
