assay_embed(${room_target} ${room_dir} pytest_calls_embedded.h pytest_calls.py)
