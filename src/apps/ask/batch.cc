#include "apps/ask/batch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <thread>

#include "api/native/verify_request.h"
#include "apps/ask/bundle_file.h"
#include "apps/ask/notes.h"
#include "apps/ask/refusal.h"
#include "apps/cli/nearest.h"
#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"
#include "base/mutex.h"
#include "base/text.h"
#include "model/names.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay {
namespace {

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "batch", 0, std::move(message)};
}

// What the requesting threads and the reporting thread share.
class BatchBoard {
 public:
  BatchBoard(const std::vector<BatchItem>& items, const BatchOptions& options)
      : items_(items), options_(options) {}

  // The next item to send, or false when there is none.
  bool Take(size_t* index) {
    MutexLock lock(mutex_);
    if (stopped_ || next_ >= items_.size()) return false;
    *index = next_++;
    return true;
  }
  void Put(size_t index, VerdictView view) {
    MutexLock lock(mutex_);
    if (options_.stop_at_miss && !AsExpected(items_[index], view)) stopped_ = true;
    arrived_.emplace_back(index, std::move(view));
    changed_.NotifyAll();
  }
  void LeaveWorker() {
    MutexLock lock(mutex_);
    ++workers_left_;
    changed_.NotifyAll();
  }
  // The verdicts that arrived since the last call; empty once all of `workers` have left, or after
  // an interrupt.
  std::vector<std::pair<size_t, VerdictView>> Collect(size_t workers) {
    constexpr std::chrono::milliseconds kBetweenLooks{100};
    MutexLock lock(mutex_);
    while (arrived_.empty() && workers_left_ < workers) {
      if (Interrupted()) {
        stopped_ = true;
        break;
      }
      changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
    }
    return std::exchange(arrived_, {});
  }

  bool Interrupted() const { return options_.interrupt != nullptr && options_.interrupt->Raised(); }

 private:
  const std::vector<BatchItem>& items_;
  const BatchOptions& options_;
  Mutex mutex_;
  CondVar changed_;
  size_t next_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool stopped_ ASSAY_GUARDED_BY(mutex_) = false;
  size_t workers_left_ ASSAY_GUARDED_BY(mutex_) = 0;
  std::vector<std::pair<size_t, VerdictView>> arrived_ ASSAY_GUARDED_BY(mutex_);
};

Colour ColourOf(const VerdictView& view) {
  if (view.verdict == "AC") return Colour::kGreen;
  return view.masked ? Colour::kYellow : Colour::kRed;
}

std::string CountsText(const std::map<std::string, size_t>& counts) {
  std::vector<std::string> parts;
  for (const auto& [verdict, count] : counts) parts.push_back(fmt::format("{} {}", count, verdict));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// A server that is asked about one submission at a time calls each the first.
std::string WithIndex(const std::string& json, size_t index) {
  JsonError ignored;
  const auto document = JsonDocument::Parse(json, &ignored);
  const JsonValue given = document ? document->root().Find("index") : JsonValue();
  if (!given.Is(JsonType::kNumber)) return json;
  const std::string_view whole = document->root().raw();
  const auto at = static_cast<size_t>(given.raw().data() - whole.data());
  return std::string(whole).replace(at, given.raw().size(), std::to_string(index));
}

// The line's own, before others.
void WriteWarnings(const std::vector<std::string>& own, JsonValue others, JsonWriter* json) {
  if (own.empty()) return;
  json->Key("warnings").BeginArray();
  for (const std::string& warning : own) json->Bytes(warning);
  if (others.Is(JsonType::kArray)) {
    for (const JsonValue other : others.Items()) json->Raw(other.raw());
  }
  json->EndArray();
}

std::string JsonLine(size_t index, const BatchItem& item, const VerdictView& view) {
  if (!view.json.empty()) return WithIndex(view.json, index) + '\n';
  JsonWriter writer;
  writer.BeginObject().Key("id").Bytes(item.id).Key("index").Int(static_cast<int64_t>(index));
  writer.Key("verdict").Null();
  writer.Key("error").Bytes(view.message);
  WriteWarnings(item.warnings, {}, &writer);
  return writer.EndObject().Take() + '\n';
}

// Below the table: what verdicts say beside it, each sentence once, with the first to say it.
std::string RenderNotes(const std::vector<BatchItem>& items,
                        const std::vector<std::pair<size_t, VerdictView>>& verdicts) {
  constexpr size_t kMostNotes = 20;
  std::vector<std::string> told;
  std::string text;
  size_t left_out = 0;
  for (const auto& [index, view] : verdicts) {
    // A line without a result may have warnings, too: they may say why.
    const auto notes = NotesOf(view.json.empty() ? JsonLine(index, items[index], view) : view.json);
    for (const std::string& note : notes) {
      if (std::find(told.begin(), told.end(), note) != told.end()) continue;
      if (told.size() == kMostNotes) {
        ++left_out;
        continue;
      }
      text += fmt::format("{}: {}\n", items[index].id, note);
      told.push_back(note);
    }
  }
  if (left_out > 0) text += fmt::format("{} more are in the output of --json\n", left_out);
  return text;
}

std::string RenderTable(const std::vector<BatchItem>& items,
                        const std::vector<std::pair<size_t, VerdictView>>& verdicts, bool colours) {
  const bool labelled = std::any_of(items.begin(), items.end(),
                                    [](const BatchItem& item) { return !item.expect.empty(); });
  std::vector<TextTable::Column> columns = {{"submission"}, {"verdict"}};
  if (labelled) columns.push_back({"expected"});
  columns.insert(columns.end(), {{"tests", TextTable::Align::kRight},
                                 {"cpu", TextTable::Align::kRight},
                                 {"memory", TextTable::Align::kRight},
                                 {"why"}});
  TextTable table(std::move(columns));
  for (const auto& [index, view] : verdicts) {
    const BatchItem& item = items[index];
    std::vector<TextTable::Cell> cells = {
        {item.id}, {view.verdict.empty() ? "none" : view.verdict, ColourOf(view)}};
    if (labelled) {
      const bool fine = AsExpected(item, view);
      cells.push_back({fmt::format("{}{}", fmt::join(item.expect, "|"), fine ? "" : " !"),
                       fine ? Colour::kDim : Colour::kRed});
    }
    cells.push_back({view.tests > 0 ? fmt::format("{}/{}", view.tests_accepted, view.tests) : "-"});
    cells.push_back({HumanDuration(FromSeconds(view.cpu_seconds))});
    cells.push_back({HumanBytes(view.memory_peak_bytes)});
    std::string why = view.verdict == "AC" ? "" : view.message.substr(0, view.message.find('\n'));
    if (why.size() > 60) why = ReplaceInvalidUtf8(why.substr(0, 57)) + "...";
    cells.push_back({why, Colour::kDim});
    table.AddRow(std::move(cells));
  }
  return table.Render(colours);
}

// A server calls each that has no name "0", as it is asked about one at a time.
std::string WithId(const std::string& id, JsonValue submission) {
  JsonWriter json;
  json.BeginObject().Key("id").Bytes(id);
  CopyMembers(submission, &json);
  return json.EndObject().Take();
}

// Why these bytes are no lines of JSON; empty: they may be.
std::string OtherForm(std::string_view text) {
  constexpr const char* kWanted = "what is wanted is a submission, a JSON object, a line";
  for (const auto& [magic, name] :
       {std::pair{"\x1f\x8b", "gzip; unpack it: "},
        std::pair{"\x28\xb5\x2f\xfd", "Zstandard; unpack it: "}, std::pair{"PAR1", "Parquet: "}}) {
    if (StartsWith(text, magic)) return fmt::format("is in {}{}", name, kWanted);
  }
  if (!StartsWith(TrimAsciiSpace(text), "[")) return "";
  JsonError ignored;
  if (!JsonDocument::Parse(text, &ignored)) return "";
  return fmt::format("is a JSON array: {}; `jq -c '.[]'` makes them", kWanted);
}

BatchItem ParseLine(size_t line, std::string_view json) {
  BatchItem item{line, fmt::format("line {}", line), std::string(json), {}};
  const auto fault = [&](std::string_view message) {
    item.fault = fmt::format("line {}: {}", line, message);
    item.warnings.clear();
    return item;
  };
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document) return fault(error.message);
  if (!document->root().Is(JsonType::kObject)) return fault("must be one submission, an object");
  if (auto id = TextAt(document->root(), "id"); !id.empty()) item.id = std::move(id);
  if (!document->root().Find("id")) item.json = WithId(item.id, document->root());
  WarnOfUnknownInSubmission(document->root(), "expect", &item.warnings);
  const JsonValue expect = document->root().Find("expect");
  if (!expect) {
    // The server never sees an expectation, and so can't say that it knows no such member.
    for (const JsonValue::Member& member : document->root().Members()) {
      if (NearestName(member.key, {"expect"}).empty()) continue;
      return fault(fmt::format("{}: there is no such member; did you mean expect?", member.key));
    }
    return item;
  }
  std::vector<JsonValue> verdicts = {expect};
  if (expect.Is(JsonType::kArray)) {
    const auto several = expect.Items();
    verdicts.assign(several.begin(), several.end());
  }
  for (const JsonValue verdict : verdicts) {
    const std::string name = verdict.Is(JsonType::kString) ? verdict.String() : "";
    if (!kVerdictNames.Find(name)) {
      return fault(fmt::format("expect: must be one of {}, or a list of them",
                               fmt::join(kVerdictNames.Names(), ", ")));
    }
    item.expect.push_back(name);
  }
  return item;
}

std::string WithWarnings(const std::string& result, const std::vector<std::string>& warnings) {
  JsonError ignored;
  const auto document = JsonDocument::Parse(result, &ignored);  // ViewOf has parsed it before
  JsonWriter json(result.size() + 1024);
  json.BeginObject();
  CopyMembers(document->root(), &json, {"warnings"});
  WriteWarnings(warnings, document->root().Find("warnings"), &json);
  return json.EndObject().Take();
}

VerdictView ViewOfItem(const BatchItem& item, service::Judge& judge) {
  VerdictView view;
  if (!item.fault.empty()) {
    view.message = item.fault;
    return view;
  }
  view = ViewOf(VerifyWithPatience(item.json, judge));
  if (!item.warnings.empty() && !view.json.empty()) {
    view.json = WithWarnings(view.json, item.warnings);
  }
  return view;
}

}  // namespace

Result<std::vector<BatchItem>> ParseBatch(std::string_view text) {
  if (const std::string other = OtherForm(text); !other.empty()) return Invalid(other);
  std::vector<BatchItem> items;
  for (size_t start = 0, line = 1; start < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view json = TrimAsciiSpace(text.substr(start, end - start));
    start = end + 1;
    if (!json.empty()) items.push_back(ParseLine(line, json));
  }
  const auto good = [](const BatchItem& item) { return item.fault.empty(); };
  if (items.empty()) return Invalid("holds no submissions");
  if (std::none_of(items.begin(), items.end(), good)) return Invalid(items.front().fault);
  return items;
}

Result<service::Answer> VerifyWithPatience(const std::string& request, service::Judge& judge) {
  while (true) {
    Result<service::Answer> answer = judge.Verify(request);
    if (!answer.ok() || answer->status != 429) return answer;
    std::this_thread::sleep_for(std::chrono::seconds(answer->retry_after_s));
  }
}

VerdictView ViewOf(const Result<service::Answer>& answer) {
  VerdictView view;
  if (!answer.ok()) {
    view.message = answer.error().message;
    return view;
  }
  JsonError error;
  const auto document = JsonDocument::Parse(answer->body, &error);
  if (!document) {
    view.message = fmt::format("HTTP status {}, not JSON: {}", answer->status, error.message);
    return view;
  }
  const JsonValue result = document->root();
  if (answer->status != 200 || !result.Find("verdict").Is(JsonType::kString)) {
    view.message = fmt::format("HTTP status {}: {}", answer->status, RefusalText(answer->body));
    return view;
  }
  view.verdict = TextAt(result, "verdict");
  view.cause = TextAt(result, "cause");
  view.message = TextAt(result, "message");
  const JsonValue score = result.Find("score");
  view.masked = !score.Is(JsonType::kNumber);
  view.json = std::string(result.raw());
  if (const JsonValue tests = result.Find("tests"); tests.Is(JsonType::kArray)) {
    for (const JsonValue test : tests.Items()) {
      ++view.tests;
      if (TextAt(test, "verdict") == "AC") ++view.tests_accepted;
      view.cpu_seconds = std::max(view.cpu_seconds, NumberAt(test, "cpu_time_s"));
      view.memory_peak_bytes = std::max(view.memory_peak_bytes,
                                        static_cast<int64_t>(NumberAt(test, "memory_peak_bytes")));
    }
  }
  return view;
}

bool AsExpected(const BatchItem& item, const VerdictView& view) {
  if (item.expect.empty()) return view.verdict == "AC";
  return std::find(item.expect.begin(), item.expect.end(), view.verdict) != item.expect.end();
}

int RunBatch(const std::vector<BatchItem>& items, const BatchOptions& options,
             service::Judge& judge, std::FILE* out, std::FILE* progress) {
  const SteadyTime started = std::chrono::steady_clock::now();
  BatchBoard board(items, options);
  const size_t workers = std::min<size_t>(std::max(options.parallel, 1), items.size());
  std::vector<std::thread> threads;
  for (size_t i = 0; i < workers; ++i) {
    threads.emplace_back([&] {
      for (size_t index; board.Take(&index);) {
        board.Put(index, ViewOfItem(items[index], judge));
      }
      board.LeaveWorker();
    });
  }

  std::vector<std::pair<size_t, VerdictView>> verdicts;
  std::map<std::string, size_t> counts;
  size_t missed = 0, without_verdict = 0;
  Status kept;  // the bundles
  bool any_bundle = false;
  {
    ProgressBar bar(progress, items.size());
    for (auto arrived = board.Collect(workers); !arrived.empty();
         arrived = board.Collect(workers)) {
      for (auto& [index, view] : arrived) {
        ++counts[view.verdict.empty() ? "none" : view.verdict];
        if (view.verdict.empty() || view.verdict == "IE") {
          ++without_verdict;
        } else if (!AsExpected(items[index], view)) {
          ++missed;
        }
        if (options.bundles != nullptr && !view.json.empty()) {
          const std::string bundle = TakeBundle(&view.json);
          if (!bundle.empty() && kept.ok()) kept = options.bundles->Write(bundle);
          any_bundle |= !bundle.empty();
        }
        if (options.output == BatchOutput::kJsonLines) {
          bar.Clear();
          std::fputs(JsonLine(index, items[index], view).c_str(), out);
          std::fflush(out);
          view.json.clear();
        }
        verdicts.emplace_back(index, std::move(view));
      }
      bar.Update(verdicts.size(), CountsText(counts));
    }
  }
  const bool interrupted = board.Interrupted();
  if (!interrupted) {
    for (std::thread& thread : threads) thread.join();
  }

  if (options.output == BatchOutput::kTable) {
    std::sort(verdicts.begin(), verdicts.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    std::fputs(RenderTable(items, verdicts, WantsColour(out)).c_str(), out);
    std::fputs(RenderNotes(items, verdicts).c_str(), out);
    const Nanoseconds elapsed = std::chrono::steady_clock::now() - started;
    std::string judgement = missed == 0 ? "all as expected" : fmt::format("{} unexpected", missed);
    if (without_verdict > 0) judgement += fmt::format(", {} without a verdict", without_verdict);
    std::fputs(fmt::format("\n{} of {} submissions in {}: {}; {}\n", verdicts.size(), items.size(),
                           HumanDuration(elapsed), CountsText(counts), judgement)
                   .c_str(),
               out);
  }
  if (interrupted) {
    std::fputs(fmt::format("\ninterrupted: {} of {} submissions have a result\n", verdicts.size(),
                           items.size())
                   .c_str(),
               progress);
    if (options.bundles != nullptr) options.bundles->Leave();
    std::fflush(nullptr);
    // What runs here is taken down by the spawner, which sees our sockets close.
    ::_exit(kExitInterrupted);
  }
  if (any_bundle && kept.ok()) kept = options.bundles->Finish();
  if (!kept.ok()) return TellError("run", kept.error());
  return without_verdict > 0 ? kExitNoVerdict : missed > 0 ? 1 : 0;
}

}  // namespace assay
