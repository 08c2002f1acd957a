"""An FBX file as text: a strip on two bones, whose knee bends in a clip, with a blend shape and a picture beside it.

It is in centimetres with Y up; a second is 46,186,158,000 units of time. The strip goes from the floor to a height of
20, the knee is at 10; its points at 10 hang half on each bone. The knee has a pre-rotation of 90° about Z. In a second
it turns by 90° more, and the blend shape, which moves the last point by 3 along Z, comes.
"""

from __future__ import annotations

POINTS = ((-1, 0, 0), (1, 0, 0), (-1, 10, 0), (1, 10, 0), (-1, 20, 0), (1, 20, 0))

OBJECTS = """
    Geometry: 1, "Geometry::strip", "Mesh" {
        Vertices: *18 { a: -1,0,0,1,0,0,-1,10,0,1,10,0,-1,20,0,1,20,0 }
        PolygonVertexIndex: *8 { a: 0,1,3,-3,2,3,5,-5 }
        GeometryVersion: 124
        LayerElementUV: 0 {
            Version: 101
            Name: "map1"
            MappingInformationType: "ByVertice"
            ReferenceInformationType: "Direct"
            UV: *12 { a: 0,0,1,0,0,0.5,1,0.5,0,1,1,1 }
        }
        Layer: 0 { Version: 100
            LayerElement: { Type: "LayerElementUV"
                TypedIndex: 0 } }
    }
    Geometry: 2, "Geometry::lift", "Shape" {
        Version: 100
        Indexes: *1 { a: 5 }
        Vertices: *3 { a: 0,0,3 }
    }
    Model: 10, "Model::strip", "Mesh" { Version: 232 }
    Model: 11, "Model::hip", "LimbNode" { Version: 232 }
    Model: 12, "Model::knee", "LimbNode" {
        Version: 232
        Properties70:  {
            P: "RotationActive", "bool", "", "",1
            P: "PreRotation", "Vector3D", "Vector", "",0,0,90
            P: "Lcl Translation", "Lcl Translation", "", "A",0,10,0
        }
    }
    NodeAttribute: 13, "NodeAttribute::", "LimbNode" { TypeFlags: "Skeleton" }
    NodeAttribute: 14, "NodeAttribute::", "LimbNode" { TypeFlags: "Skeleton" }
    Deformer: 20, "Deformer::skin", "Skin" { Version: 101 }
    Deformer: 21, "SubDeformer::hip", "Cluster" {
        Version: 100
        Indexes: *4 { a: 0,1,2,3 }
        Weights: *4 { a: 1,1,0.5,0.5 }
        Transform: *16 { a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 }
        TransformLink: *16 { a: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 }
    }
    Deformer: 22, "SubDeformer::knee", "Cluster" {
        Version: 100
        Indexes: *4 { a: 2,3,4,5 }
        Weights: *4 { a: 0.5,0.5,1,1 }
        Transform: *16 { a: 0,-1,0,0,1,0,0,0,0,0,1,0,-10,0,0,1 }
        TransformLink: *16 { a: 0,1,0,0,-1,0,0,0,0,0,1,0,0,10,0,1 }
    }
    Deformer: 23, "Deformer::shapes", "BlendShape" { Version: 100 }
    Deformer: 24, "SubDeformer::lift", "BlendShapeChannel" {
        Version: 100
        DeformPercent: 0
        FullWeights: *1 { a: 100 }
    }
    Material: 30, "Material::red", "" {
        Version: 102
        ShadingModel: "lambert"
        Properties70:  { P: "DiffuseColor", "Color", "", "A",1,0.25,0 }
    }
    AnimationStack: 40, "AnimStack::bend", "" {
        Properties70:  {
            P: "LocalStop", "KTime", "Time", "",46186158000
            P: "ReferenceStop", "KTime", "Time", "",46186158000
        }
    }
    AnimationLayer: 41, "AnimLayer::base", "" { }
    AnimationCurveNode: 42, "AnimCurveNode::R", "" {
        Properties70:  { P: "d|X", "Number", "", "A",0
            P: "d|Y", "Number", "", "A",0
            P: "d|Z", "Number", "", "A",0 }
    }
    AnimationCurve: 43, "AnimCurve::", "" {
        KeyVer: 4008
        KeyTime: *2 { a: 0,46186158000 }
        KeyValueFloat: *2 { a: 0,90 }
        KeyAttrFlags: *1 { a: 4 }
        KeyAttrDataFloat: *4 { a: 0,0,0,0 }
        KeyAttrRefCount: *1 { a: 2 }
    }
    AnimationCurveNode: 44, "AnimCurveNode::DeformPercent", "" {
        Properties70:  { P: "d|DeformPercent", "Number", "", "A",0 }
    }
    AnimationCurve: 45, "AnimCurve::", "" {
        KeyVer: 4008
        KeyTime: *2 { a: 0,46186158000 }
        KeyValueFloat: *2 { a: 0,100 }
        KeyAttrFlags: *1 { a: 4 }
        KeyAttrDataFloat: *4 { a: 0,0,0,0 }
        KeyAttrRefCount: *1 { a: 2 }
    }
"""

PICTURE = """
    Texture: 31, "Texture::skin", "" {
        Type: "TextureVideoClip"
        FileName: "C:\\models\\{name}"
        RelativeFilename: "{name}"
    }
"""

LINKS = (
    *((below, above) for below, above in ((10, 0), (11, 0), (12, 11), (1, 10), (13, 11), (14, 12))),
    *((below, above) for below, above in ((20, 1), (21, 20), (22, 20), (11, 21), (12, 22))),
    *((below, above) for below, above in ((23, 1), (24, 23), (2, 24), (30, 10))),
    *((below, above) for below, above in ((41, 40), (42, 41), (44, 41))),
)
"""What hangs on what."""

NAMED_LINKS = (
    (42, 12, "Lcl Rotation"),
    (43, 42, "d|Z"),
    (44, 24, "DeformPercent"),
    (45, 44, "d|DeformPercent"),
)


WHOLE = """; FBX 7.5.0 project file
FBXHeaderExtension:  {
    FBXHeaderVersion: 1003
    FBXVersion: 7500
    Creator: "by hand"
    SceneInfo: "SceneInfo::GlobalInfo", "UserData" {
        Type: "UserData"
        Version: 100
        MetaData:  { Version: 100
            Author: "AUTHOR" }
    }
}
GlobalSettings:  {
    Version: 1000
    Properties70:  {
        P: "UpAxis", "int", "Integer", "",UP
        P: "UpAxisSign", "int", "Integer", "",1
        P: "FrontAxis", "int", "Integer", "",FRONT
        P: "FrontAxisSign", "int", "Integer", "",SIGN
        P: "CoordAxis", "int", "Integer", "",0
        P: "CoordAxisSign", "int", "Integer", "",1
        P: "UnitScaleFactor", "double", "Number", "",UNIT
        P: "TimeMode", "enum", "", "",11
    }
}
Objects:  {OBJECTS}
Connections:  {
LINKS
}
"""


def strip(up: int = 1, unit: float = 1.0, picture: str = "", author: str = "") -> str:
    """Return the file: `up` is the axis that it says is up, 1 for Y and 2 for Z, `unit` its centimetres.

    `picture` is the file name of the picture on it.
    """
    front = {1: (2, 1), 2: (1, -1)}[up]
    told = [f'        C: "OO",{below},{above}' for below, above in LINKS]
    told += [f'        C: "OP",{below},{above}, "{name}"' for below, above, name in NAMED_LINKS]
    objects = OBJECTS
    if picture:
        objects += PICTURE.replace("{name}", picture)
        told.append('        C: "OP",31,30, "DiffuseColor"')
    whole = WHOLE.replace("AUTHOR", author).replace("UP", str(up)).replace("UNIT", str(unit))
    whole = whole.replace("FRONT", str(front[0])).replace("SIGN", str(front[1]))
    return whole.replace("OBJECTS", objects).replace("LINKS", "\n".join(told))
