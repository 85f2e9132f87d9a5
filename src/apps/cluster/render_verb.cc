#include "apps/cluster/render_verb.h"

#include <cstdio>

namespace assay {

void ClusterRenderVerb::AddTo(CommandLine* command) {
  arguments_.AddTo(command);
  command->Option("--for", engine_, "haproxy or nginx [what the cluster's file says, or haproxy]")
      .OneOf({"haproxy", "nginx"});
  command->Option("--out", out_, "a file, replaced whole or not at all [stdout]");
}

int ClusterRenderVerb::Run(const Options&) const {
  auto cluster = arguments_.Read();
  if (!cluster.ok()) return FailCluster("render", cluster.error());
  if (engine_ == "haproxy") cluster->front.engine = FrontEngine::kHaproxy;
  if (engine_ == "nginx") cluster->front.engine = FrontEngine::kNginx;
  const std::string text = RenderFront(*cluster);
  if (out_.empty()) {
    std::fputs(text.c_str(), stdout);
    return 0;
  }
  const Status written = ReplaceFile(out_, text);
  return written.ok() ? 0 : FailCluster("render", written.error());
}

}  // namespace assay
