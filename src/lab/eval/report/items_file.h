// items.jsonl of a run folder: what a report says of items, and what the exports repeat of their
// prompts, so that both can be made without the benchmark's data. Written anew at every start.
//
// A row an item: {"item", "cluster", "language", "difficulty", "date", "topic", "problem_sha",
// "prompt": {"messages": […]} or {"text": "…"}, and "samples" where the item has another number of
// samples than the manifest says}. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/item.h"

namespace assay::eval {

inline constexpr char kItemsFile[] = "items.jsonl";

struct ItemRow {
  EvalItem item;
  std::optional<int64_t> samples;  // none: as many as the manifest says
};

std::string ItemsJsonl(const std::vector<EvalItem>& items);
std::string ItemsJsonl(const std::vector<ItemRow>& rows);
// kInvalidArgument names the line and the field; an id that is there twice is a fault, too.
Result<std::vector<ItemRow>> ParseItems(std::string_view jsonl);

}  // namespace assay::eval
