"""How bodies look in space: solids, meshes, teeth, rasters."""
