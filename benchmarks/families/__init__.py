"""Families of random instances: each a function of sizes and a seed that declares a model."""
