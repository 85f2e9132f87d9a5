// CellOutput: all that a cell showed, kept until its end, for answers that are one piece. Values;
// RunCell is thread-safe.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/kernel.h"
#include "net/http.h"

namespace assay {

struct CellOutput {
  std::string out;
  std::string err;
  std::vector<CellEvent> shown;   // results and displays
  std::vector<CellEvent> errors;  // at most one
};

// The text of its results and displays, as a terminal shows them: a line each. Of pictures and the
// like what their objects say of themselves.
std::string ShownText(const CellOutput& output);
// The member of a {type: data} object, as text; empty: there is none.
std::string DataText(const CellEvent& event, std::string_view type);

// `done` is told once; with an Error, and what there was till then, when the cell can't be run or
// nobody knows how it ended. The cell is given up when the client of `reply` (may be null) leaves.
void RunCell(const KernelPtr& kernel, CellRequest request, const HttpReplyPtr& reply,
             std::function<void(const CellOutput& output, const Result<CellEnd>& end)> done);

// Has `kernel` give up `listener`'s cell when the client leaves; holds neither.
void AbandonWithClient(const KernelPtr& kernel, const std::shared_ptr<CellListener>& listener,
                       const HttpReplyPtr& reply);

}  // namespace assay
