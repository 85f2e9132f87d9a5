#include "api/kernels/cell_output.h"

#include <utility>

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay {
namespace {

// Told by one thread at a time, in order.
class Collector final : public CellListener {
 public:
  using Done = std::function<void(const CellOutput&, const Result<CellEnd>&)>;

  explicit Collector(Done done) : done_(std::move(done)) {}

  void OnEvent(const CellEvent& event) override {
    switch (event.kind) {
      case CellEvent::Kind::kStdout: output_.out += event.text; break;
      case CellEvent::Kind::kStderr: output_.err += event.text; break;
      case CellEvent::Kind::kResult:
      case CellEvent::Kind::kDisplay: output_.shown.push_back(event); break;
      case CellEvent::Kind::kError: output_.errors.push_back(event); break;
    }
  }
  void OnEnd(const Result<CellEnd>& end) override { done_(output_, end); }

 private:
  const Done done_;
  CellOutput output_;
};

}  // namespace

std::string DataText(const CellEvent& event, std::string_view type) {
  JsonError error;
  const auto document = JsonDocument::Parse(event.data, &error);
  return document ? TextAt(document->root(), type) : std::string();
}

std::string ShownText(const CellOutput& output) {
  std::string text;
  for (const CellEvent& event : output.shown) {
    const std::string line = DataText(event, "text/plain");
    if (!line.empty()) text += line + "\n";
  }
  return text;
}

void AbandonWithClient(const KernelPtr& kernel, const std::shared_ptr<CellListener>& listener,
                       const HttpReplyPtr& reply) {
  reply->OnDisconnect([kernel = std::weak_ptr(kernel), listener = std::weak_ptr(listener)] {
    const auto runs = kernel.lock();
    const auto left = listener.lock();
    if (runs && left) runs->Abandon(left.get());
  });
}

void RunCell(const KernelPtr& kernel, CellRequest request, const HttpReplyPtr& reply,
             std::function<void(const CellOutput& output, const Result<CellEnd>& end)> done) {
  const auto collector = std::make_shared<Collector>(done);
  const Status taken = kernel->Run(std::move(request), collector);
  if (!taken.ok()) return done({}, taken.error());
  if (reply != nullptr) AbandonWithClient(kernel, collector, reply);
}

}  // namespace assay
