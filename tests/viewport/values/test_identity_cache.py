"""What was asked for last is kept, by the very objects that it is about."""

from __future__ import annotations

from pantin.viewport.values.identity_cache import KEPT, IdentityCache, forget_older


def test_what_is_asked_for_again_and_again_is_found_out_once() -> None:
    """Whatever else was asked about in between: one more than there is room for, one at a time."""
    asked: list[str] = []
    cache: IdentityCache[str] = IdentityCache()
    objects = {name: object() for name in ("a", *map(str, range(2 * KEPT)))}
    for other in map(str, range(2 * KEPT)):
        for name in ("a", other):
            assert cache.get(objects[name], compute=lambda name=name: asked.append(name) or name) == name
    assert asked.count("a") == 1 and len(asked) == 1 + 2 * KEPT


def test_an_equal_object_is_another() -> None:
    cache: IdentityCache[int] = IdentityCache()
    assert [cache.get([1], compute=lambda answer=answer: answer) for answer in (1, 2)] == [1, 2]


def test_what_is_older_is_forgotten_but_for_the_object_asked_about_last() -> None:
    asked: list[str] = []
    cache: IdentityCache[str] = IdentityCache()
    old, new = object(), object()
    for of, detail in ((old, 1), (new, 1), (old, 2), (new, 2)):
        cache.get(of, detail, compute=lambda detail=detail: asked.append("old") or str(detail))
    forget_older()
    assert list(cache.answers) == ["1", "2"]
    asked.clear()
    for of in (new, new, old):
        cache.get(of, 1, compute=lambda: asked.append("again") or "1")
    assert asked == ["again"]
