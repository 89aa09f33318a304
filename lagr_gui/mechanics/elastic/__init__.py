"""Elastic bodies by shape functions (Ritz): ρ = ρ₀ + qᵢ uᵢ (Fischer & Lilov 3.2)."""
