// ApiService: every route of the API, bound to one engine. Builds what the route sets need and
// gives each of them its part; knows nothing of what they do with it.
//
// Threading: construct, RegisterRoutes, then everything is thread-safe. Outlives the HTTP server's
// handlers and the engine's callbacks: stop the server, drain the engine, then destroy.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "access/box_tokens.h"
#include "api/compat/desk_options.h"
#include "api/datasets/dataset_store.h"
#include "api/math/math_judge.h"
#include "api/math/math_run.h"
#include "api/metrics.h"
#include "api/node/node_routes.h"
#include "api/shared/limit_policy.h"
#include "api/shared/submit_sink.h"
#include "api/tenants/login_routes.h"
#include "api/update/neighbours.h"
#include "history/history.h"
#include "langs/language.h"
#include "langs/self_test_board.h"
#include "llm/judge/grade_judge.h"
#include "net/router.h"
#include "sessions/sandboxes.h"
#include "store/disk_store.h"

namespace assay {

struct ApiOptions {
  LimitPolicy limits = {};
  int max_submissions_per_request = 100'000;
  // How clients of the compatible routes wait, and what is kept for them.
  DeskOptions desk = {};
  // Threads that verify math answers. They compete with the programs being timed.
  int math_threads = 1;
  // Gives second opinions on math answers; null: nobody. Outlives the service.
  MathJudge* math_judge = nullptr;
  // Where a request does not say.
  SecondOpinion math_second_opinion = SecondOpinion::kOff;
  // Grades responses for rubrics; null: nobody. Outlives the service.
  GradeJudge* grade_judge = nullptr;
  // What is known of the toolchains' self-tests; null: nothing. Outlives the service.
  const SelfTestBoard* self_tests = nullptr;
  // What judges, for verdict bundles: version and commit.
  std::string build = ASSAY_VERSION;
  // This node's name; empty: the host's.
  std::string node = {};
  // Other nodes, for /v1/nodes; null: none. Outlive the service.
  PeerBook* peers = nullptr;
  // What /v1/admin/config says; null: nothing.
  std::function<std::vector<ConfigRow>()> config = nullptr;
  // What /v1/logs shows; null: nothing. Outlives the service.
  const LogTail* logs = nullptr;
  // `executor_pod_name` of compatible answers; empty: null.
  std::string pod_name;
  // Decoded problems kept in memory: half for those sent by PUT, half for those inside requests.
  int64_t problem_store_bytes = 1LL << 30;
  // Where problems survive a restart; null: nowhere. Outlives the service.
  DiskStore* problem_disk = nullptr;
  // Rows of SandboxFusion's data set routes; null: only what requests bring. Outlives the service.
  const DatasetStore* datasets = nullptr;
  // What was judged; null: nobody remembers. Outlives the service.
  History* history = nullptr;
  // Sandboxes that live; null: this server has none. Outlive the service.
  Sandboxes* sandboxes = nullptr;
  // Tokens that open one sandbox each; null: there are none. Outlives the service.
  BoxTokens* box_tokens = nullptr;
  // Whether there is a page for browsers.
  bool ui = true;
  // Whether tenants see each other's stored problems (store/tenant_problems.h).
  bool share_problems = true;
  // Who may use the server, and what tenants may have of it.
  AccessParts access = {};
  // Whether its port speaks TLS.
  bool tls = false;
  // Of requests that wait for that disk; more are refused as overload.
  int64_t max_waiting_bytes = 1LL << 30;
};

class ApiService {
 public:
  // `sink` or `engine`, `table` and `metrics` outlive the service. `tier` names the isolation tier
  // for /v1/info.
  ApiService(ApiOptions options, SubmitSink& sink, const LanguageTable& table,
             std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier);
  ApiService(ApiOptions options, Engine& engine, const LanguageTable& table,
             std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier);
  // Waits for the requests that are with its own threads, and for those that are being read from
  // sandboxes: close those first, and they end at once.
  ~ApiService();
  ApiService(const ApiService&) = delete;
  ApiService& operator=(const ApiService&) = delete;

  // `router` outlives the service's handlers.
  void RegisterRoutes(Router& router);
  // Waits until every problem received so far is stored or found, and answered.
  void FlushProblems();
  // Lets the clients go that listen to events, which have no end of their own: the server ends.
  void EndEventStreams();
  // The other processes of this node while it is updated. REQUIRES: RegisterRoutes was called.
  Neighbours& neighbours();
  // Whether it takes new work, and who it is.
  NodeState& node();
  // What it says of itself to others.
  NodeRow Describe() const;
  // Asked by /readyz, in place of what is known of the runs lately; must answer at once. Call
  // before serving.
  void SetSandboxHealth(std::function<Status()> health);

 private:
  struct Parts;

  std::unique_ptr<EngineSink> own_sink_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace assay
