"""Defines the decorator that marks a file's agent."""

from __future__ import annotations

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal, TypedDict, TypeVar, overload

    class _Service(TypedDict):
        service: str

    class ConnectorUse(_Service, total=False):
        """A service that an agent declares. Without `methods`, the agent may only read; without `paths`, all paths are
        allowed."""

        methods: list[Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]]
        paths: list[str]

    Function = TypeVar("Function", bound=Callable[..., Any])

    @overload
    def agent(function: Function, /) -> Function: ...
    @overload
    def agent(
        *,
        name: str | None = None,
        description: str | None = None,
        features: list[str] | None = None,
        use_cases: list[str] | None = None,
        tags: list[str] | None = None,
        models: list[str] | None = None,
        connectors: list[str | ConnectorUse] | None = None,
        agents: list[int] | None = None,
        hosts: list[str] | None = None,
        examples: list[dict[str, Any]] | None = None,
    ) -> Callable[[Function], Function]: ...
    def agent(*arguments: Any, **keywords: Any) -> Any: ...

else:

    def agent(
        function=None,
        /,
        *,
        name=None,
        description=None,
        features=None,
        use_cases=None,
        tags=None,
        models=None,
        connectors=None,
        agents=None,
        hosts=None,
        examples=None,
    ):
        """Marks the one function of a file that runs the agent: `@stoa.agent` or `@stoa.agent(name=..., ...)`.

        The arguments describe the agent in the store. Stoa reads them from the file without running it, so each must be
        a literal. `connectors` are the callers' services that the agent uses: a name for read access, or a dict of
        service, methods and paths. `agents` are the IDs of the other agents that it runs. `hosts` are the hosts on the
        internet that it reaches, such as "api.example.com". `examples` are inputs. The first is used for the trial
        run at upload. Returns the function unchanged.
        """
        declared = {
            "name": name,
            "description": description,
            "features": features,
            "use_cases": use_cases,
            "tags": tags,
            "models": models,
            "connectors": connectors,
            "agents": agents,
            "hosts": hosts,
            "examples": examples,
        }
        declaration = {key: value for key, value in declared.items() if value is not None}

        def mark(target):
            if not callable(target):
                raise TypeError("@stoa.agent must decorate a function")
            target.__stoa_agent__ = declaration
            return target

        return mark if function is None else mark(function)
