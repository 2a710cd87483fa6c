"""Keeps the thread of a LangGraph graph between the turns of a conversation.

The graph was compiled with a checkpointer, whose memory ends with this process. It is replaced by one that contains the
thread, and after the run, the thread's latest checkpoint becomes the state of the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.pregel import Pregel

from ..memory import Memory
from ..message_files import Image
from .messages import without_images

# The outer format of a state. Values within it are in the format of the graph's own serializer.
_OUTER = "msgpack"


class Thread:
    """The thread of a graph in a conversation. `is_new` says whether no earlier checkpoint was found."""

    def __init__(self, graph: Pregel, memory: Memory) -> None:
        self._memory = memory
        self._needs_ancestors = _needs_ancestors(graph)
        own = graph.checkpointer
        self._saver = InMemorySaver(serde=own.serde if isinstance(own, BaseCheckpointSaver) else None)
        self.is_new = not self._load()
        graph.checkpointer = self._saver

    def _load(self) -> bool:
        """Fills the saver with the state of the turn before. Returns whether there was one."""
        state = self._memory.read_state()
        if state is None:
            return False
        try:
            self._fill(JsonPlusSerializer().loads_typed((_OUTER, state)))
            # A checkpoint that cannot be read would make every later turn fail.
            config = {"configurable": {"thread_id": self._memory.id, "checkpoint_ns": ""}}
            if self._saver.get_tuple(config) is None:
                raise ValueError("the state contains no checkpoint")
        except Exception as error:
            # The state can be from an older version of the agent, whose classes do not exist any more.
            self._memory.refuse_state(error)
            self._saver.delete_thread(self._memory.id)
            return False
        return True

    def _fill(self, state: dict[str, list[tuple[object, ...]]]) -> None:
        thread = self._memory.id
        for namespace, number, checkpoint, metadata, parent in state["checkpoints"]:
            self._saver.storage[thread][namespace][number] = (tuple(checkpoint), tuple(metadata), parent)
        for namespace, channel, version, value in state["blobs"]:
            self._saver.blobs[(thread, namespace, channel, version)] = tuple(value)
        for namespace, number, task, index, channel, value, path in state["writes"]:
            self._saver.writes[(thread, namespace, number)][(task, index)] = (task, channel, tuple(value), path)

    def save(self, images: Sequence[Image] = ()) -> None:
        """Keeps the latest checkpoint, with everything that it refers to, as the state of the conversation. `images` are
        those of the message.
        """
        names = {image.url: image.name for image in images}
        try:
            _, state = JsonPlusSerializer().dumps_typed(self._collect())
        except Exception as error:
            # A value of the graph cannot be serialized.
            self._memory.lose(error)
            return
        self._memory.keep(state, lambda: self._pack_without_images(names))

    def _pack_without_images(self, names: Mapping[str, str]) -> bytes:
        state = self._collect()
        serde = self._saver.serde
        blobs = []
        for namespace, channel, version, value in state["blobs"]:
            if b";base64," in value[1]:  # type: ignore[index]
                value = serde.dumps_typed(without_images(serde.loads_typed(value), names))
            blobs.append((namespace, channel, version, value))
        return JsonPlusSerializer().dumps_typed({**state, "blobs": blobs})[1]

    def _collect(self) -> dict[str, list[tuple[object, ...]]]:
        saver, thread = self._saver, self._memory.id
        checkpoints, blobs, writes = [], [], []
        for namespace, stored in saver.storage[thread].items():
            latest = max(stored, default=None)
            for number, (checkpoint, metadata, parent) in stored.items():
                if number != latest and not self._needs_ancestors:
                    continue
                checkpoints.append((namespace, number, checkpoint, metadata, parent if self._needs_ancestors else None))
                versions = saver.serde.loads_typed(checkpoint)["channel_versions"]
                for channel, version in versions.items():
                    value = saver.blobs.get((thread, namespace, channel, version))
                    if value is not None:
                        blobs.append((namespace, channel, version, value))
                for (task, index), (_, channel, value, path) in saver.writes.get((thread, namespace, number), {}).items():
                    writes.append((namespace, number, task, index, channel, value, path))
        return {"checkpoints": checkpoints, "blobs": blobs, "writes": writes}


def _needs_ancestors(graph: Pregel) -> bool:
    """Returns whether a value may be stored as changes to the value in an earlier checkpoint."""
    graphs = [graph, *(part for _, part in graph.get_subgraphs(recurse=True))]
    return any(type(channel).__name__ == "DeltaChannel" for part in graphs for channel in part.channels.values())
