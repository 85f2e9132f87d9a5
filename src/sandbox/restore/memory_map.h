// The mappings of a process, as /proc/<pid>/maps lists them, and what has to change for a later
// list to be an earlier one again.
//
// Plain values; no threading.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace assay {

struct Mapping {
  uint64_t start = 0;
  uint64_t end = 0;
  std::string permissions;  // "rw-p"
  uint64_t offset = 0;
  std::string device;  // "00:00" without a file
  uint64_t inode = 0;
  std::string name;  // a path, "[heap]", or nothing

  uint64_t bytes() const { return end - start; }
  bool has_file() const { return inode != 0; }
  bool is_private() const { return permissions[3] == 'p'; }
  // The program can change it, and nobody else sees that.
  bool writable() const { return permissions[1] == 'w' && permissions[3] == 'p'; }
};

// In ascending order. An Error for a line that isn't as the kernel writes it.
Result<std::vector<Mapping>> ParseMaps(std::string_view text);

struct LayoutDifference {
  using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;  // start and bytes
  Ranges extra;                                               // are there now
  Ranges missing;                                             // were there then: plain memory
  bool heap_moved = false;                                    // brk(2) has to be set again
  bool none() const { return extra.empty() && missing.empty() && !heap_moved; }
};

// What `now` has beyond `then`, and lacks. An Error: something of `then` is gone, or is another
// mapping now, that was more than plain memory, and not by the heap's end or the stack's growth.
Result<LayoutDifference> DifferenceFrom(const std::vector<Mapping>& then,
                                        const std::vector<Mapping>& now);

// Where the heap of brk(2) ends; 0: there is none.
uint64_t HeapEnd(const std::vector<Mapping>& maps);

}  // namespace assay
