"""Tables and motions in files: CSV, NumPy, HDF5."""
