"""Calls an entry point in the way that the inspection found, and handles its return value: a plain value, a coroutine
or a stream.
"""

from __future__ import annotations

import types
from collections.abc import AsyncGenerator, Callable, Coroutine

from .values import item_to_text

_CODE_HAS_KEYWORDS = 0x08


def get_innermost(function: Callable[..., object]) -> object:
    """Returns the function inside decorators that used functools.wraps."""
    inner: object = function
    # The maximum number of decorators. Nobody uses more than ten, and the bound ends a chain that refers to itself.
    for _ in range(10):
        wrapped = getattr(inner, "__wrapped__", None)
        if wrapped is None:
            break
        inner = wrapped
    return inner


def _whole_input(function: Callable[..., object], data: dict[str, object]) -> object:
    """Returns the input in the form that the function's only parameter takes: the dict itself, or an instance of the
    model or dataclass in the parameter's annotation.
    """
    inner = get_innermost(function)
    code = getattr(inner, "__code__", None)
    first = 1 if isinstance(function, types.MethodType) else 0
    if code is None or len(code.co_varnames) <= first:
        return data
    annotation = getattr(inner, "__annotations__", {}).get(code.co_varnames[first])
    if isinstance(annotation, str):
        annotation = getattr(inner, "__globals__", {}).get(annotation)
    if not isinstance(annotation, type):
        return data
    validate = getattr(annotation, "model_validate", None) or getattr(annotation, "parse_obj", None)
    if callable(validate):
        return validate(data)
    if hasattr(annotation, "__dataclass_fields__"):
        fields = annotation.__dataclass_fields__
        return annotation(**{name: value for name, value in data.items() if name in fields})
    return data


def _by_name(function: Callable[..., object], data: dict[str, object]) -> object:
    """Calls the function with the fields for which it has parameters, or with all fields if it takes `**kwargs`."""
    code = getattr(get_innermost(function), "__code__", None)
    if code is None:
        return function(**data)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    if isinstance(function, types.MethodType):
        names = names[1:]
    first_named = max(code.co_posonlyargcount - (code.co_argcount + code.co_kwonlyargcount - len(names)), 0)
    positional = [data[name] for name in names[:first_named] if name in data]
    if code.co_flags & _CODE_HAS_KEYWORDS:
        named = {name: value for name, value in data.items() if name not in names[:first_named]}
    else:
        named = {name: data[name] for name in names[first_named:] if name in data}
    return function(*positional, **named)


def call_entry(
    function: Callable[..., object], takes: str, data: dict[str, object], beside: dict[str, object]
) -> object:
    """Calls the entry point. `takes` is `none`, `input_data` or `parameters`, as the inspection found. `beside` contains
    parameters to pass beside the whole input.
    """
    if takes == "none":
        return function()
    if takes == "input_data":
        return function(_whole_input(function, data), **beside)
    return _by_name(function, data)


class Stream:
    """Sends the values that a generator yields, and records whether there were any. `convert` replaces values that are
    sent in another way, such as files.
    """

    def __init__(self, send: Callable[[str], None], convert: Callable[[object], object]) -> None:
        self._send = send
        self._convert = convert
        self.sent = False

    def follow(self, value: object) -> object:
        """Runs coroutines and generators to completion and returns their value. Returns any other value unchanged."""
        if isinstance(value, types.GeneratorType):
            return self._follow_generator(value)
        if isinstance(value, (types.CoroutineType, types.AsyncGeneratorType)):
            import asyncio

            return asyncio.run(self._follow_async(value))
        return value

    def _put(self, item: object) -> None:
        self.sent = True
        self._send(item_to_text(self._convert(item)))

    def _follow_generator(self, generator: types.GeneratorType[object, None, object]) -> object:
        while True:
            try:
                item = next(generator)
            except StopIteration as end:
                return end.value
            self._put(item)

    async def _follow_async(
        self, value: Coroutine[object, object, object] | AsyncGenerator[object, None]
    ) -> object:
        result: object = value
        if isinstance(result, types.CoroutineType):
            result = await result
        if isinstance(result, types.AsyncGeneratorType):
            async for item in result:
                self._put(item)
            return None
        if isinstance(result, types.GeneratorType):
            return self._follow_generator(result)
        return result
