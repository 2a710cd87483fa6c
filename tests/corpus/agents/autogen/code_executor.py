import asyncio

from autogen_agentchat.agents import CodeExecutorAgent
from autogen_agentchat.messages import TextMessage
from autogen_core import CancellationToken
from autogen_ext.code_executors.local import LocalCommandLineCodeExecutor


async def run(message: str) -> str:
    executor = LocalCommandLineCodeExecutor(work_dir="coding")
    agent = CodeExecutorAgent("executor", code_executor=executor)
    code = f"```python\nprint('{message}')\n```"
    reply = await agent.on_messages([TextMessage(content=code, source="user")], CancellationToken())
    return reply.chat_message.content


if __name__ == "__main__":
    asyncio.run(run("hi"))
