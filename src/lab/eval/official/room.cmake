assay_embed(${room_target} ${room_dir} official_embedded.h 
  guard.py program.py sanitize.py evalplus_problems.py evalplus.py evalplus_tests.py bigcodebench.py
  modules.py)
