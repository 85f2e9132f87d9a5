// The table of data set classes: one function and file each. Thread-safe.
#pragma once

#include <string_view>
#include <vector>

#include "api/datasets/classes/dataset_class.h"

namespace assay {

DatasetClass AiderClass();
DatasetClass AutoEvalClass();
DatasetClass BigCodeBenchClass();
DatasetClass CommonOjClass();
DatasetClass CruxEvalClass();
DatasetClass MultiPleClass();
DatasetClass HumanEvalClass();
DatasetClass EvoEvalClass();
DatasetClass LiveCodeBenchClass();
DatasetClass MbppClass();
DatasetClass MbxpClass();
DatasetClass MhppClass();
DatasetClass MiniF2fClass();
DatasetClass NaturalCodeBenchClass();
DatasetClass PalMathClass();
DatasetClass RepobenchCClass();
DatasetClass RepobenchPClass();
DatasetClass VerilogClass();

const std::vector<DatasetClass>& DatasetClasses();
// By its name or an alias; null: there is none.
const DatasetClass* FindDatasetClass(std::string_view name);
// Of a data set that is known by its id; null: it isn't.
const DatasetClass* ClassOfDataset(std::string_view id);

}  // namespace assay
