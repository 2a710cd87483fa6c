"""The part of a conversation that a run receives, and the state that it keeps for the next turn."""

from __future__ import annotations

# Type checkers treat this as true. Importing `typing` would add 4 ms to each cold run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# The host stores no longer state: CONVERSATION_LIMITS.stateBytes in contract/src/conversations.ts.
LONGEST_STATE = 1 << 20


class Memory:
    """What an agent knows of the earlier turns. `history` lists their messages, the oldest first, and `state` is what
    the agent kept in the turn before, or None. `warn` shows a warning to the agent's developer.
    """

    def __init__(self, id: str, history: list[dict[str, object]], state: str | None, warn: Callable[[str], None]) -> None:
        self.id = id
        self.history = history
        self.warn = warn
        self.kept: str | None = None
        self._state = state

    @property
    def has_state(self) -> bool:
        return self._state is not None

    def read_state(self) -> bytes | None:
        """Returns the state of the turn before, or None if there is none or if it cannot be read."""
        import base64
        import zlib

        if self._state is None:
            return None
        try:
            return zlib.decompress(base64.b64decode(self._state, validate=True))
        except (ValueError, zlib.error) as error:
            self.refuse_state(error)
            return None

    def refuse_state(self, error: Exception) -> None:
        """Warns the developer that the agent starts without the state of the turn before."""
        self.warn(f"The saved state of this conversation cannot be loaded ({type(error).__name__}: {error}). The agent starts without it.")

    def keep(self, state: bytes, reduce: Callable[[], bytes] | None = None) -> None:
        """Keeps a state for the next turn. A state that is too large is replaced by what `reduce` returns: the same state
        without its images. If that is too large, too, the state is dropped with a warning.
        """
        text = _pack(state)
        if len(text) > LONGEST_STATE and reduce is not None:
            text = _pack(reduce())
        if len(text) <= LONGEST_STATE:
            self.kept = text
            return
        self.warn(
            f"The state of this conversation is {len(text):,} characters long after compression, more than the limit of "
            f"{LONGEST_STATE:,}. It is not saved, and the next turn starts without it. Keep fewer messages in the state."
        )

    def lose(self, error: Exception) -> None:
        """Warns the developer that the next turn starts without the state of this one."""
        self.warn(f"The state of this conversation cannot be saved ({type(error).__name__}: {error}). The next turn starts without it.")


def _pack(state: bytes) -> str:
    import base64
    import zlib

    return base64.b64encode(zlib.compress(state)).decode()


def read_memory(job: dict[str, object], warn: Callable[[str], None]) -> Memory | None:
    """Returns the memory of the job's conversation, or None if the run stands alone. `job` is AgentJob in
    runtime/supervisor/python/sandbox-request.ts.
    """
    conversation = job.get("conversation")
    if not isinstance(conversation, dict):
        return None
    state = conversation.get("state")
    return Memory(
        str(conversation["id"]), list(conversation["history"]), state if isinstance(state, str) else None, warn
    )
