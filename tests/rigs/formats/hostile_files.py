"""Files made to hurt: each kind of them asks a reader for far more time or memory than its bytes are worth.

A kind is the ending of the file's name and a function from a size in bytes to contents of about that size.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

HEAD = b'{"format": "pantin.rig", "version": 1, '
GLTF = '{"asset": {"version": "2.0"}, '
DEPTH = 900
"""Lists in each other that Python's parser still takes."""


class Kind(NamedTuple):
    ending: str
    made: Callable[[int], bytes]


def repeated(text: str, size: int, joint: str = ",") -> str:
    """The text over and over, up to the size."""
    return joint.join([text] * max(1, size // (len(text) + len(joint))))


def numbered(text: str, size: int, joint: str = ",") -> str:
    """The text with a number in place of each `#`."""
    return joint.join(text.replace("#", str(number)) for number in range(max(1, size // (len(text) + 5))))


def rig(entries: str) -> bytes:
    return HEAD + entries.encode() + b"}"


def bones(entries: str) -> bytes:
    return rig(f'"bones":[{entries}]')


def pose(entries: str) -> bytes:
    return rig(f'"bones":[],"pose":{{{entries}}}')


def clips(size: int) -> bytes:
    """Clips whose frames repeat, which pack six hundredfold: each takes 4 MB, and each has another text."""
    rows = np.zeros((100_000, 10), "<f4")
    rows[1::2] = 1.0
    entries, left = [], size
    while left > 0:
        rows[0, 0] = len(entries)
        text = base64.b64encode(zlib.compress(rows.tobytes())).decode()
        entries.append(f'{{"name":"{len(entries)}","rate":30,"count":{len(rows)},"tracks":{{"a":"{text}"}}}}')
        left -= len(entries[-1])
    return rig(f'"bones":[],"clips":[{",".join(entries)}]')


def gltf(nodes: str, entries: str = "") -> bytes:
    return f'{GLTF}"nodes":[{nodes}]{entries}}}'.encode()


def skinned(nodes: str, joint: int) -> bytes:
    return gltf(nodes, f',"skins":[{{"joints":[{joint}]}}]')


def glb(plain: bytes, after: bytes = b"", length: int | None = None, declared: int | None = None) -> bytes:
    total = 20 + len(plain) + len(after)
    header = struct.pack("<4sII", b"glTF", 2, total if length is None else length)
    return header + struct.pack("<I4s", len(plain) if declared is None else declared, b"JSON") + plain + after


def bvh(text: str) -> bytes:
    return f"HIERARCHY\nROOT a\n{text}".encode()


def chain_of_nodes(size: int, last: int | None = None) -> str:
    """Nodes that each carry the next; the last carries that of the number given, where one is."""
    count = size // 22
    nodes = [f'{{"children":[{number + 1}]}}' for number in range(count - 1)]
    return ",".join([*nodes, "{}" if last is None else f'{{"children":[{last}]}}'])


def star(size: int) -> str:
    """A node that carries all others."""
    count = size // 11
    return ",".join([f'{{"children":[{",".join(map(str, range(1, count)))}]}}', *["{}"] * (count - 1)])


def chain_of_bones(size: int, last: str) -> str:
    """Bones that each hang on the next, with these entries in the last one."""
    count = size // 32
    names = [f'{{"name":"b{number}","parent":"b{number + 1}"}}' for number in range(count)]
    return ",".join([*names, f'{{"name":"b{count}"{last}}}'])


def joints(size: int) -> str:
    """Joints of a BVH in each other, none closed."""
    return "{\nOFFSET 0 0 0\n" + "JOINT a\n{\nOFFSET 0 1 0\n" * (size // 30)


SPARSE = (
    '{"componentType":5126,"count":4294967295,"type":"MAT4","sparse":{"count":4294967295,"indices":{"bufferView":0,'
    '"componentType":5125},"values":{"bufferView":0}}}'
)
FAR = '{"matrix":[1e300,0,0,0,0,1e300,0,0,0,0,1e300,0,0,0,0,1]}'
NO_CHUNK = struct.pack("<I4s", 0, b"BIN\0")

RIGS: dict[str, Callable[[int], bytes]] = {
    "many keys, one of them twice": lambda n: rig(numbered('"#":0', n) + ',"0":0'),
    "one key over and over": lambda n: rig(repeated('"a":0', n)),
    "nested without end": lambda n: b"[" * n,
    "wide lists in deep ones": lambda n: bones("[" * DEPTH + repeated("0", n) + "]" * DEPTH),
    "empty lists": lambda n: bones(repeated("[]", n)),
    "empty objects": lambda n: bones(repeated("{}", n)),
    "small objects": lambda n: bones(repeated('{"a":0}', n)),
    "a long name": lambda n: bones(f'{{"name":"{"x" * n}"}}'),
    "a long key": lambda n: rig(f'"bones":[],"{"x" * n}":1e999'),
    "a long number": lambda n: bones("9" * n),
    "a long fraction": lambda n: bones(f'{{"name":"a","roll":0.{"3" * n}}}'),
    "huge exponents": lambda n: bones(repeated("1e-999999999", n) + ",1e999999999"),
    "NaN behind good numbers": lambda n: bones(repeated("0.5", n) + ",NaN"),
    "invalid UTF-8 at the end": lambda n: rig(f'"name":"{"é" * (n // 2)}"') + b"\xff",
    "byte order marks": lambda n: b"\xef\xbb\xbf" * (n // 3),
    "halves of characters": lambda n: bones(repeated(r'"\ud83d\ude00"', n) + r',"\ud800"'),
    "a text without end": lambda n: HEAD + b'"name":"' + b"\\n" * (n // 2),
    "a chain of bones, the last first": lambda n: bones(chain_of_bones(n, "")),
    "a circle of bones": lambda n: bones(chain_of_bones(n, ',"parent":"b0"')),
    "a pose of missing bones": lambda n: pose(numbered('"#":{}', n)),
    "long clips in short texts": lambda n: clips(n),
    "a pose whose last entry is wrong": lambda n: pose(numbered('"#":{}', n) + ',"last":{"rotation":[0]}'),
}
GLTFS: dict[str, Callable[[int], bytes]] = {
    "empty nodes": lambda n: gltf(repeated("{}", n)),
    "as many joints as there may be": lambda n: gltf(repeated("{}", min(n, 3 * 65_536))),
    "a chain of nodes": lambda n: gltf(chain_of_nodes(n)),
    "a chain of nodes with a joint at its end": lambda n: skinned(chain_of_nodes(n), n // 22 - 1),
    "a circle of nodes": lambda n: gltf(chain_of_nodes(n, last=0)),
    "a node that carries all others": lambda n: gltf(star(min(n, 11 * 65_536))),
    "a joint that carries no others": lambda n: skinned(star(n), 0),
    "one name for all nodes": lambda n: gltf(repeated('{"name":"eye"}', min(n, 15 * 65_536))),
    "skins without number": lambda n: gltf("{}", f',"skins":[{repeated(r"""{"joints":[0]}""", n)}]'),
    "sparse accessors of billions": lambda n: gltf("{}", f',"accessors":[{repeated(SPARSE, n)}]'),
    "nodes that stand nowhere": lambda n: gltf(repeated(FAR, n)),
    "lists in deep ones that nobody reads": lambda n: gltf(
        "{}", f',"extras":{"[" * DEPTH}{repeated("[]", n)}{"]" * DEPTH}'
    ),
}
GLBS: dict[str, Callable[[int], bytes]] = {
    "chunks without contents": lambda n: glb(gltf("{}"), NO_CHUNK * (n // 8)),
    "a chunk longer than the file": lambda n: glb(b" " * n, declared=2**32 - 1),
    "a file shorter than it says": lambda n: glb(b" " * n, length=2**32 - 1),
}
BVHS: dict[str, Callable[[int], bytes]] = {
    "joints in joints": lambda n: bvh(joints(n) + "}\n" * (n // 30 + 1)),
    "joints that are never closed": lambda n: bvh(joints(n)),
    "end sites": lambda n: bvh("{\nOFFSET 0 0 0\n" + "End Site\n{\nOFFSET 0 1 0\n}\n" * (n // 27) + "}"),
    "braces": lambda n: bvh("{" * n),
    "a line without end": lambda n: bvh("a" * n),
    "channels without end": lambda n: bvh("{\n" + "CHANNELS 1 Xposition\n" * (n // 21)),
}


def moving(channels: str, animations: str, size: int) -> bytes:
    """A figure of three joints whose animations, or whose channels in one, are repeated up to the size."""
    data = struct.pack("<2f6f", 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0)
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    animation = '{"channels":[%s],"samplers":[{"input":0,"output":1}]}'
    one = '{"sampler":0,"target":{"node":1,"path":"translation"}}'
    filled = animation % (repeated(one, size) if channels == "many" else one)
    entries = (
        f',"skins":[{{"joints":[0,1,2]}}],"animations":[{repeated(filled, size) if animations == "many" else filled}]'
        ',"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"}'
        ',{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}]'
        ',"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}]'
        f',"buffers":[{{"byteLength":32,"uri":"{uri}"}}]'
    )
    return gltf('{"name":"a","children":[1]},{"name":"b","children":[2]},{"name":"c"}', entries)


MOTIONS: dict[str, Callable[[int], bytes]] = {
    "animations by the hundred": lambda size: moving("one", "many", size),
    "channels by the thousand": lambda size: moving("many", "one", size),
}

KINDS = {
    name: Kind(ending, made)
    for ending, kinds in {".rig.json": RIGS, ".gltf": GLTFS | MOTIONS, ".glb": GLBS, ".bvh": BVHS}.items()
    for name, made in kinds.items()
}
