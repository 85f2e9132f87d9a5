// The spawner: a small single-threaded process that makes boxes for the server. The same program,
// executed again as `assay __spawner`, so that forking never copies the server's memory, threads
// or descriptors.
#pragma once

namespace assay {

inline constexpr const char* kSpawnerCommand = "__spawner";
// The spawner's end of the channel to the server.
inline constexpr int kSpawnerSocket = 3;

// Entry of the hidden subcommand; main() calls it before anything else, with no other thread.
// Returns the exit status.
int SpawnerMain(int argc, char** argv);

}  // namespace assay
