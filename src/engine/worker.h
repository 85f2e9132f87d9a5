// WorkerThreads: the engine's threads. One worker for each slot takes tasks from the core, carries
// them out and calls back for finished submissions; one timer thread ends overdue submissions and
// calls back for those no worker is free to take. They stop when the core says so.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "engine/core.h"
#include "engine/executor.h"

namespace assay {

class WorkerThreads {
 public:
  // Everything outlives the object; `observer` may be null.
  WorkerThreads(const EngineOptions& options, EngineCore& core, Runner& runner,
                const LanguageTable& languages, const Clock& clock, EngineObserver* observer);
  // REQUIRES: the core was shut down.
  ~WorkerThreads();

  // What the threads have counted.
  void AddStats(EngineStats* stats) const;

 private:
  void Work();
  void Time();
  void Deliver(EngineCore::Finished finished);

  const EngineOptions& options_;
  EngineCore& core_;
  Runner& runner_;
  EngineObserver* const observer_;
  std::unique_ptr<CompileDisk> compile_disk_;  // null: none
  TaskExecutor executor_;
  std::vector<std::thread> threads_;
};

}  // namespace assay
