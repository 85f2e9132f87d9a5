assay_embed(${room_target} ${room_dir} contests_embedded.h inprocess.py livecodebench.py apps.py
  code_contests_checker.py)
set_source_files_properties(${room_dir}/contest_row_test.cc PROPERTIES
  COMPILE_DEFINITIONS "ASSAY_EVAL_FIXTURES=\"${CMAKE_SOURCE_DIR}/tests/eval/fixtures\"")
