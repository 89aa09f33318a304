"""Functional mock-up units: a system as a model for other simulators, by the standard FMI."""
