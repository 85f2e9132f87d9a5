#include "drivers_embedded.h"
#include "langs/drivers/drivers.h"

namespace assay {

Status LayoutNodeCall(const Problem& problem, std::string_view code, ProgramLayout* layout) {
  static const BlobPtr driver = Blob::FromString(std::string(Embedded_node_assay_driver_js()));
  layout->sources = {{"main.js", Blob::FromString(std::string(code))}, {"assay_driver.js", driver}};
  layout->main = "assay_driver.js";
  layout->arguments = {problem.function_name};
  return {};
}

}  // namespace assay
