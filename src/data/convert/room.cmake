assay_embed(${room_target} ${room_dir} convert_embedded.h pytest_calls.py)
