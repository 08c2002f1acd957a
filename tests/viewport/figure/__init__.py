"""Tests of `viewport/figure`."""
