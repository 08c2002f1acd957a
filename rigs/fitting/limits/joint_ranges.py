"""Ranges of motion of a healthy adult's joints: degrees from the anatomical position, as published.

Source: "Joint Motion: Method of Measuring and Recording" (American Academy of Orthopaedic Surgeons, 1965), whose method
of the neutral zero counts every range from somebody who stands upright with the arms hanging and the thumbs to the
front. How the collarbone moves is not measured there; it is from D. A. Neumann, "Kinesiology of the Musculoskeletal
System" (chapter on the shoulder complex, rounded). Five ranges are others, as posing needs them. The upper arm's
adduction is cut down from 75, measured before the body, to what the body leaves of it at the side. How far the upper
arm turns outwards is the mean that D. C. Boone and S. P. Azen found ("Normal range of motion of joints in male
subjects", Journal of Bone and Joint Surgery 61, 1979), rounded down: with 90 a hand does not get behind the head. How
far the ankle bends up is that of a foot that bears the weight, in a squat or a lunge: more than twice that of one in
the air. A knee ends straight, without the 10 degrees beyond: a leg that is pulled out of reach would stop on either
side of straight, and its pole with it. An arm held out goes as far back as one that hangs, instead of 45: bend and sway
bound each other, so that one that rests in a T would else swing back by 20 only while it hangs, and run with stiff
shoulders. The ranges of the back and of the neck are those of all their joints together;
each bone takes an equal part.
"""

from __future__ import annotations

from typing import NamedTuple


class Range(NamedTuple):
    """Degrees from the anatomical position in the direction that is named first, and in the other; both positive."""

    towards: float
    away: float


NO_RANGE = Range(0, 0)


class MotionRanges(NamedTuple):
    """`bend`: flexion and extension; `aside`: abduction and adduction; `twist`: inwards and outwards."""

    bend: Range
    aside: Range = NO_RANGE
    twist: Range = NO_RANGE


SHOULDER = MotionRanges(Range(180, 60), Range(180, 30), Range(70, 100))
SHOULDER_LEVEL = Range(135, 60)
"""Of the arm held out to the side: to the front and to the back."""
ELBOW = MotionRanges(Range(150, 0))
FOREARM = Range(80, 80)
"""Pronation and supination."""
WRIST = MotionRanges(Range(80, 70), Range(20, 30))
"""Aside: to the thumb and to the little finger."""
HIP = MotionRanges(Range(120, 30), Range(45, 30), Range(45, 45))
KNEE = MotionRanges(Range(135, 0))
ANKLE = MotionRanges(Range(45, 50), Range(10, 20), Range(35, 15))
"""Bend: toes up and down. Aside: the front of the foot outwards and inwards. Twist: the sole in and out."""
TOES = MotionRanges(Range(70, 45))
"""Up and down."""
KNUCKLES = (MotionRanges(Range(90, 45), Range(20, 20)), MotionRanges(Range(100, 0)), MotionRanges(Range(90, 0)))
"""The three joints of a finger."""
THUMB = (MotionRanges(Range(15, 20), Range(70, 0)), MotionRanges(Range(50, 0)), MotionRanges(Range(80, 20)))
"""The three joints of the thumb; aside at the first: away from the palm."""
BACK = MotionRanges(Range(80, 25), Range(35, 35), Range(45, 45))
NECK = MotionRanges(Range(45, 45), Range(45, 45), Range(60, 60))
COLLARBONE = MotionRanges(Range(20, 20), Range(45, 10))
"""Bend: to the front and to the back. Aside: up and down."""
