#include "api/service.h"

namespace assay {

ApiService::ApiService(ApiOptions options, Engine& engine, const LanguageTable& table,
                       std::vector<Toolchain> toolchains, Metrics& metrics, std::string tier)
    : own_sink_(std::make_unique<EngineSink>(engine)),
      context_(new ApiContext{.options = std::move(options),
                              .sink = *own_sink_,
                              .languages = ApiLanguages(table, std::move(toolchains)),
                              .metrics = metrics,
                              .tier = std::move(tier),
                              .draining = false,
                              .sandbox_health = nullptr}) {
  MakeStores();
}

}  // namespace assay
