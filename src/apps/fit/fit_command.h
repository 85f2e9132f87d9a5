// `assay fit`: how a run's reward grows with compute, by the sigmoid law of ScaleRL: where it tends
// to, how sure that is, and what more compute would bring; `compare` of several runs, `simulate` of
// known ones. docs/fit.md.
//
// Used by the main thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/fit/curve_arguments.h"
#include "apps/setup/command.h"
#include "lab/fit/infer/simulate.h"
#include "lab/fit/report/fit_page.h"

namespace assay {

class FitCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"fit", "fit and foretell how a run's reward grows with compute", OptionSet::kNone};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: 0 fitted, 1 an alarm, 2 wrong usage or a file that can't be read,
  // written or fitted, 130 interrupted.
  int Run(const Options& options) const override;

 private:
  int RunFit() const;
  int RunFollow() const;
  struct Followed;
  Status LookAgain(Followed* followed) const;
  int RunCompare() const;
  int RunSimulate() const;
  std::vector<std::string> AlarmsOf(const fit::Study& study, const LoadedRun& run) const;
  // Neither --svg nor --html is one of the files that are read.
  Status CheckPictures(const std::vector<std::string>& inputs) const;
  // What --svg and --html ask for. Return the exit code; 0: go on.
  int WritePictures(const std::vector<fit::NamedRun>& runs, const std::vector<fit::Study>& studies,
                    const std::function<std::string(const fit::PlotNames&)>& page) const;
  int WritePictures(const LoadedRun& loaded, const fit::Study& study) const;

  CommandLine* compare_ = nullptr;
  CommandLine* simulate_ = nullptr;

  CurveArguments curve_;
  std::string file_;
  std::vector<std::string> files_;
  bool json_ = false;
  std::string svg_, html_;
  bool follow_ = false;
  double until_ = 0;
  double every_s_ = 5;
  double target_ = 0;

  fit::Simulation simulation_;
  int runs_ = 0;
  int draws_ = 1000;
};

}  // namespace assay
