from __future__ import annotations

import ast
import pathlib

import pytest
from stoa_sandbox.inspection.nodes import children, walk

# Real files, besides the source below.
FILES = sorted(pathlib.Path(__file__).parent.glob("test_*.py"))
CONTEXTS = (ast.Load, ast.Store, ast.Del)
EVERY_KIND = '''
import a.b as c
from . import d
@decorator
async def f(x: int, /, y=1, *args, z: str = "", **more) -> None:
    global g
    async with e as (h, *i): del h.j, i[0], i[1:2:3]
    async for k in [l async for l in m if l]: await k
    return {**n, "o": {p, *q}}, f"{r!r:>{s}}", lambda t=1: (yield)
class C(D, metaclass=E):
    u: int = 1
    v += -w if not x else y @ z
match a:
    case {"k": [1, *rest], **others} | C(b=None) as name if name: pass
    case _: raise F from G
try: assert H, I
except* (J, K) as error: pass
finally:
    while L < M <= N or O and P: break
    else: (Q := R)
'''


@pytest.mark.parametrize("source", [EVERY_KIND, *(file.read_text() for file in FILES)])
def test_walk_finds_every_node_except_contexts_in_the_order_of_ast_walk(source: str) -> None:
    tree = ast.parse(source)
    expected = [node for node in ast.walk(tree) if not isinstance(node, CONTEXTS)]
    assert list(walk(tree)) == expected


def test_children_are_the_direct_ones_without_contexts() -> None:
    call = ast.parse("f(x, y=z)", mode="eval").body
    assert [type(node) for node in children(call)] == [ast.Name, ast.Name, ast.keyword]
