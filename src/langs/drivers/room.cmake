assay_embed(${room_target} ${room_dir} drivers_embedded.h
  python/1_start.py python/2_values.py python/3_nodes.py python/4_prelude.py python/5_end.py
  python/6_main.py python/7_typed.py python/8_aliases.py python/9_calls.py python/10_text.py
  python/11_stand_ins.py python/12_questions.py python/13_tests.py python/14_watched.py
  python/15_vacuity.py python/judge.py
  cpp/assay_driver.h cpp/assay_json_in.h cpp/assay_json_out.h
  java/AssayDriver.java java/AssayJson.java java/AssayJudge.java
  go/driver.go go/nodes.go go/read.go go/scan.go go/write.go
  rust/assay_driver.rs rust/assay_json_in.rs rust/assay_json_out.rs rust/assay_list.rs
  rust/assay_reader.rs rust/assay_tree.rs csharp/AssayDriver.cs csharp/AssayJson.cs csharp/AssayConvert.cs
  node/assay_driver.js node/assay_judge.js)
