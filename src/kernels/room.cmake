assay_embed(${room_target} ${room_dir} kernels_embedded.h
  python/1_wire.py python/2_supervisor.py python/3_streams.py python/4_pretty.py python/5_rich.py
  python/6_traceback.py python/7_magics.py python/8_cells.py python/9_kernel.py)
