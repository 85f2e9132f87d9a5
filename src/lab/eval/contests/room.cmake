assay_embed(${room_target} ${room_dir} contests_embedded.h inprocess.py livecodebench.py apps.py
  code_contests_checker.py)
