assay_embed(${room_target} ${room_dir} trainers_embedded.h notebook_cell.py)
