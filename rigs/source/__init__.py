"""The source of a rig: what of the nodes of a glTF or BVH file is needed to write them again as they were."""

from pantin.rigs.source.values import BesideFile, Source, SourceFile, SourceNode, SourceSkin, SourceTrack

__all__ = ["BesideFile", "Source", "SourceFile", "SourceNode", "SourceSkin", "SourceTrack"]
