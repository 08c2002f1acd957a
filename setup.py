"""The folders at the top of the repository are the parts of the package `pantin`; the rest stands in pyproject.toml."""

from setuptools import find_packages, setup

PARTS = ("app", "resources", "rigs", "solver", "viewport", "widgets")
FOUND = find_packages(include=[name for part in PARTS for name in (part, f"{part}.*")])
setup(packages=["pantin", *(f"pantin.{name}" for name in FOUND)], package_dir={"pantin": "."})
