"""Runs agents of Google's Agent Development Kit."""

from __future__ import annotations

import json

from google.adk.agents import BaseAgent
from google.adk.runners import InMemoryRunner
from google.genai import types

from ..answer import Answer
from .fields import message_of

# An agent keeps no session from one run to the next, so the names of the user and the application have no meaning.
_APPLICATION = "stoa"
_USER = "caller"


async def follow_agent(agent: object, data: dict[str, object], answer: Answer) -> object:
    """Runs an agent on a message and returns the text of its final response, or the data of its output schema."""
    if not isinstance(agent, BaseAgent):
        raise TypeError("not an agent of Google ADK")
    runner = InMemoryRunner(agent=agent, app_name=_APPLICATION)
    session = await runner.session_service.create_session(app_name=_APPLICATION, user_id=_USER)
    images = [types.Part.from_bytes(data=image.content, mime_type=image.type) for image in answer.images]
    message = types.Content(role="user", parts=[types.Part(text=message_of(data)), *images])
    final = ""
    async for event in runner.run_async(user_id=_USER, session_id=session.id, new_message=message):
        for call in event.get_function_calls():
            answer.tool_call(event.author, f"{call.name}({json.dumps(call.args or {}, default=str)})")
        for result in event.get_function_responses():
            answer.tool_result(str(result.name), _to_text(result.response))
        if event.is_final_response() and event.content is not None:
            parts = event.content.parts or []
            final = "".join(part.text for part in parts if part.text and not part.thought) or final
    return final if getattr(agent, "output_schema", None) is None else json.loads(final)


def _to_text(response: dict[str, object] | None) -> str:
    """Returns the result of a tool as text. ADK wraps values that are not objects."""
    value = response.get("result", response) if response else ""
    return value if isinstance(value, str) else json.dumps(value, default=str)
