"""Tests of `app/actions/rig`."""
