// data_rows FILE…: the rows of each file, one a line, as ForEachRow gives them; for a file that is
// refused, a line "error: " and why. For comparisons with other readers.
#include <cstdio>
#include <string>

#include "data/rows/rows.h"

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const assay::Status status = assay::ForEachRow(argv[i], [](std::string_view row) {
      std::fwrite(row.data(), 1, row.size(), stdout);
      std::fputc('\n', stdout);
      return assay::Status();
    });
    if (!status.ok()) std::printf("error: %s\n", status.error().message.c_str());
  }
  return 0;
}
