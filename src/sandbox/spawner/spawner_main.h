// The spawner: a small single-threaded process that makes boxes for the server, so that forking
// never copies the server's memory, threads or descriptors.
//
// It is a program of its own (main.cc), which travels inside ours: what it has mapped is copied for
// every box and every run, so it is linked without what only servers need. The same is in our own
// program as the hidden subcommand `__spawner` (kSpawnerCommand), for hosts that allow more to a
// program by its path.
#pragma once

namespace assay {

// Entry of the program, and of the subcommand; main() calls it before anything else, with no other
// thread. Returns the exit status.
int SpawnerMain();

}  // namespace assay
