assay_embed(${room_target} ${room_dir} grow_oracle_embedded.h driver.py)
