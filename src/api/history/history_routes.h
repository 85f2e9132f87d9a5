// What this server has judged, and what is odd about it: /v1/stats, /v1/series, /v1/verdicts,
// /v1/problems/stats, /v1/runs, /v1/findings and /v1/events. docs/operate.md says what it is for,
// docs/http.md has every field.
//
// All but the events are answered by a thread that may wait for the disk and may count for a
// while.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/work/executor.h"
#include "base/work/late_timers.h"
#include "history/history.h"
#include "net/router.h"

namespace assay {

// All outlive the router's handlers; the thread ends before the rest.
struct HistoryDeps {
  History* history;  // null: this server keeps none, and says so
  Executor& reader;
  const LateTimersOwner& timers;
  // The verdict bundle of what was kept of a submission; nothing: its problem isn't here any more,
  // or was never here by name. May wait for the disk.
  std::function<std::optional<std::string>(const StoredVerdict&)> bundle;
};

void RegisterHistoryRoutes(Router& router, const HistoryDeps& deps);

}  // namespace assay
