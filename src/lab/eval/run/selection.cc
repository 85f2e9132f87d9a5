#include "lab/eval/run/selection.h"

#include <unordered_map>
#include <unordered_set>

namespace assay::eval {

Result<Selection> Select(const std::vector<EvalItem>& items, const SelectionOptions& options) {
  std::unordered_map<std::string_view, size_t> by_id;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!by_id.emplace(items[i].id, i).second) {
      return InvalidField("eval.data", "--data",
                          "the id " + items[i].id + " is there twice: was a file named twice?");
    }
  }
  std::unordered_set<size_t> wanted;
  for (const std::string& id : options.ids) {
    const auto found = by_id.find(id);
    if (found == by_id.end()) {
      return InvalidField("eval.options", "--ids", "the data has no item " + id);
    }
    wanted.insert(found->second);
  }
  Selection selection;
  selection.shard = options.shard;
  selection.shards = options.shards;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!wanted.empty() && wanted.count(i) == 0) continue;
    if (options.limit > 0 && static_cast<int64_t>(selection.whole.size()) >= options.limit) break;
    const auto place = static_cast<int64_t>(selection.whole.size());
    selection.whole.push_back(i);
    if (place % options.shards == options.shard - 1) selection.part.push_back(i);
  }
  if (selection.part.empty()) {
    return InvalidField("eval.options", "--data",
                        "no item is left to ask: see the window, --ids "
                        "and --shard");
  }
  return selection;
}

}  // namespace assay::eval
