assay_embed(${room_target} ${room_dir} langs_embedded.h
  drivers/python/1_start.py drivers/python/2_values.py drivers/python/3_nodes.py
  drivers/python/4_prelude.py drivers/python/5_end.py drivers/python/6_main.py
  drivers/python/7_typed.py drivers/python/8_calls.py drivers/python/9_tests.py
  drivers/cpp/assay_driver.h drivers/cpp/assay_json_in.h drivers/cpp/assay_json_out.h
  drivers/java/AssayDriver.java drivers/java/AssayJson.java
  testlib/1_text.h testlib/2_pattern.h testlib/3_random.h testlib/4_stream.h
  testlib/5_verdict.h testlib/6_read.h testlib/7_roles.h testlib/8_options.h
  drivers/node/assay_driver.js drivers/node/assay_judge.js drivers/python/judge.py
  drivers/java/AssayJudge.java)
