#include "history/store/verdict_rows.h"

#include "model/names.h"

namespace assay {

// Names are stored as words, so that a file can be read by people and by later versions. Excerpts
// lie in a table of their own: the first one stays narrow, and is searched without them.
const char* const kHistorySchema = R"(
CREATE TABLE IF NOT EXISTS verdicts (
  id INTEGER PRIMARY KEY, time REAL NOT NULL, node TEXT NOT NULL,
  run TEXT NOT NULL, step INTEGER, group_name TEXT NOT NULL, sample TEXT NOT NULL,
  tenant TEXT NOT NULL, route TEXT NOT NULL, problem TEXT NOT NULL, language TEXT NOT NULL,
  verdict TEXT NOT NULL, cause TEXT NOT NULL, reason TEXT NOT NULL, message TEXT NOT NULL,
  score REAL, tests_total INTEGER NOT NULL, tests_passed INTEGER NOT NULL,
  first_failed INTEGER NOT NULL, cpu_ms REAL NOT NULL, cpu_limit_ms REAL NOT NULL,
  memory_mb REAL NOT NULL, wait_ms REAL NOT NULL, total_ms REAL NOT NULL,
  cached INTEGER NOT NULL, checker_failed INTEGER NOT NULL, marks INTEGER NOT NULL,
  code_sha256 TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS verdicts_by_problem ON verdicts (problem);
CREATE TABLE IF NOT EXISTS details (
  id INTEGER PRIMARY KEY, out TEXT NOT NULL, err TEXT NOT NULL, code TEXT NOT NULL,
  bundle TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS points (
  level INTEGER NOT NULL, slot INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL,
  PRIMARY KEY (level, slot, name)) WITHOUT ROWID;
)";

const char* const kInsertVerdict =
    "INSERT INTO verdicts VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
const char* const kInsertDetail = "INSERT INTO details VALUES (?,?,?,?,?)";
const char* const kSelectVerdicts =
    "SELECT id, time, node, run, step, group_name, sample, tenant, route, problem, language, "
    "verdict, cause, reason, message, score, tests_total, tests_passed, first_failed, cpu_ms, "
    "cpu_limit_ms, memory_mb, wait_ms, total_ms, cached, checker_failed, marks, code_sha256 "
    "FROM verdicts ";
const char* const kSelectDetail = "SELECT out, err, code, bundle FROM details WHERE id = ?";

void BindVerdict(const VerdictRecord& record, SqlStatement* insert) {
  insert->Bind(record.id).Bind(record.time).BindStatic(record.node).BindStatic(record.run);
  insert->Bind(record.step).BindStatic(record.group).BindStatic(record.sample);
  insert->BindStatic(record.tenant).BindStatic(record.route).BindStatic(record.problem);
  insert->BindStatic(record.language).BindStatic(ToString(record.verdict));
  insert->BindStatic(ToString(record.cause)).BindStatic(record.reason);
  insert->BindStatic(record.message).Bind(record.score);
  insert->Bind(int64_t{record.tests_total}).Bind(int64_t{record.tests_passed});
  insert->Bind(int64_t{record.first_failed}).Bind(record.cpu_ms).Bind(record.cpu_limit_ms);
  insert->Bind(record.memory_mb).Bind(record.wait_ms).Bind(record.total_ms);
  insert->Bind(int64_t{record.cached}).Bind(int64_t{record.checker_failed});
  insert->Bind(int64_t{record.marks.bits}).BindStatic(record.code_sha256);
}

void BindDetail(int64_t id, const VerdictDetail& detail, SqlStatement* insert) {
  insert->Bind(id).BindStatic(detail.out).BindStatic(detail.err).BindStatic(detail.code);
  insert->BindStatic(detail.bundle);
}

VerdictRecord ReadVerdict(const SqlStatement& row) {
  int column = 0;
  const auto text = [&] { return row.Text(column++); };
  const auto integer = [&] { return row.Int(column++); };
  const auto number = [&] { return row.Double(column++); };
  VerdictRecord record;
  record.id = integer();
  record.time = number();
  record.node = text();
  record.run = text();
  if (!row.IsNull(column)) record.step = row.Int(column);
  ++column;
  record.group = text();
  record.sample = text();
  record.tenant = text();
  record.route = text();
  record.problem = text();
  record.language = text();
  record.verdict = kVerdictNames.Find(text()).value_or(Verdict::kInternalError);
  record.cause = kCauseNames.Find(text()).value_or(Cause::kInfrastructure);
  record.reason = text();
  record.message = text();
  if (!row.IsNull(column)) record.score = row.Double(column);
  ++column;
  record.tests_total = static_cast<int>(integer());
  record.tests_passed = static_cast<int>(integer());
  record.first_failed = static_cast<int>(integer());
  record.cpu_ms = number();
  record.cpu_limit_ms = number();
  record.memory_mb = number();
  record.wait_ms = number();
  record.total_ms = number();
  record.cached = integer() != 0;
  record.checker_failed = integer() != 0;
  record.marks.bits = static_cast<uint8_t>(integer());
  record.code_sha256 = text();
  return record;
}

VerdictDetail ReadDetail(const SqlStatement& row) {
  return {row.Text(0), row.Text(1), row.Text(2), row.Text(3)};
}

}  // namespace assay
