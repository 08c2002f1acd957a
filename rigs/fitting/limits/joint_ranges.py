"""How far the joints of a healthy adult turn: degrees from the anatomical position, as published.

Source: "Joint Motion: Method of Measuring and Recording" (American Academy of Orthopaedic Surgeons, 1965), whose method
of the neutral zero counts every range from somebody who stands upright with the arms hanging and the thumbs to the
front. How the collarbone moves is not measured there; it is from D. A. Neumann, "Kinesiology of the Musculoskeletal
System" (chapter on the shoulder complex, rounded). Four ranges are others, as posing needs them. The upper arm's
adduction is cut down from 75, measured before the body, to what the body leaves of it at the side. How far the upper
arm turns outwards is the mean that D. C. Boone and S. P. Azen found ("Normal range of motion of joints in male
subjects", Journal of Bone and Joint Surgery 61, 1979), rounded down: with 90 a hand does not get behind the head. How
far the ankle bends up is that of a foot that bears the weight, in a squat or a lunge: more than twice that of one in
the air. A knee ends straight, without the 10 degrees beyond: a leg that is pulled out of reach would stop on either
side of straight, and its pole with it. The ranges of the back and of the neck are those of all their joints together;
each bone takes an equal part.
"""

from __future__ import annotations

from typing import NamedTuple


class Range(NamedTuple):
    """To one side and to the other, both counted from 0."""

    there: float
    back: float


class Motion(NamedTuple):
    """Bending: flexion and extension. Sideways: away from the middle and towards it. Turning: inwards and outwards."""

    bend: Range
    aside: Range | None = None
    turn: Range | None = None


SHOULDER = Motion(Range(180, 60), Range(180, 30), Range(70, 100))
SHOULDER_LEVEL = Range(135, 45)
"""Of the arm held out to the side: to the front and to the back."""
ELBOW = Motion(Range(150, 0))
FOREARM = Range(80, 80)
"""Pronation and supination."""
WRIST = Motion(Range(80, 70), Range(20, 30))
"""Sideways: to the thumb and to the little finger."""
HIP = Motion(Range(120, 30), Range(45, 30), Range(45, 45))
KNEE = Motion(Range(135, 0))
ANKLE = Motion(Range(45, 50), Range(10, 20), Range(35, 15))
"""Bending: toes up and down. Sideways: the front of the foot outwards and inwards. Turning: the sole in and out."""
TOES = Motion(Range(70, 45))
"""Up and down."""
KNUCKLES = (Motion(Range(90, 45), Range(20, 20)), Motion(Range(100, 0)), Motion(Range(90, 0)))
"""The three joints of a finger."""
THUMB = (Motion(Range(15, 20), Range(70, 0)), Motion(Range(50, 0)), Motion(Range(80, 20)))
"""The three joints of the thumb; sideways at the first: away from the palm."""
BACK = Motion(Range(80, 25), Range(35, 35), Range(45, 45))
NECK = Motion(Range(45, 45), Range(45, 45), Range(60, 60))
COLLARBONE = Motion(Range(20, 20), Range(45, 10))
"""Bending: to the front and to the back. Sideways: up and down."""
