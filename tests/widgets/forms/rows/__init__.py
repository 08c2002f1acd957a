"""Tests of `widgets/forms/rows`."""
