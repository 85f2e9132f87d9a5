// Time limits that load doesn't move. Pure functions, thread-safe.
//
// The same program with the same input costs more CPU time one time than another: other programs
// use the caches it needs, a switch empties them, its pages lie elsewhere. Measured
// (docs/benchmarks.md), the median of a program's runs is some tenths of a per cent to two above
// its fastest, on idle hosts as on busy ones, and single runs are 20 % above; but the fastest of
// several runs is nearly the same everywhere. So a limit is about a program's fastest run.
//
// A judged run may go on beyond its limits by a share (the grace). One that doesn't end even then
// is over the limit, and nothing is repeated for it: that is every endless loop. One that ends
// within the limits has kept them. One that ends in between is near the limit and is run again: the
// nearer, the more often, until a run keeps the limits.
//
// Repetition is about time alone, and can't be a second chance: what the first run answered is what
// is judged, so a run within the limits counts only if it ended as the first one did. A program
// that saves its progress somewhere, or tries its luck again, has answered something else at first.
#pragma once

#include "model/limits.h"
#include "model/run_result.h"

namespace assay {

Limits WithGrace(Limits limits, int percent);

// Whether a run was stopped at a time limit, with the grace if it had one.
bool WasStopped(const RunResult& run);

// Whether a run that ended by itself used more time than `limits` give.
bool ExceedsTime(const RunResult& run, const Limits& limits);

// Whether the host kept the run waiting for more than a fiftieth of its time.
bool WasStarved(const RunResult& run);

// How many runs decide about a program of which this is one that ended by itself, the first
// included: 1 when it kept its limits, and the more the less CPU time it used beyond.
int RunsThatDecide(const RunResult& run, const Limits& limits);

// Whether two runs ended alike and left the same reply and files.
bool SameEnd(const RunResult& a, const RunResult& b);
// And printed the same. Neither looks at stderr, which may tell times, or at what they used.
bool SameAnswer(const RunResult& a, const RunResult& b);

// What the run would be had it been stopped at the limit it exceeds.
// REQUIRES: ExceedsTime(run, limits).
void StopAtLimit(const Limits& limits, RunResult* run);

}  // namespace assay
