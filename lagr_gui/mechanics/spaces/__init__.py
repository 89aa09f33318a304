"""How carriers hold what moves, and what is measured where shapes touch."""
