from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI


@tool
def multiply(a: int, b: int) -> int:
    """Multiply a and b."""
    return a * b


llm_with_tools = ChatOpenAI(model="gpt-4o-mini").bind_tools([multiply])


def main(query: str) -> str:
    messages = [HumanMessage(query)]
    ai_msg = llm_with_tools.invoke(messages)
    messages.append(ai_msg)
    for tool_call in ai_msg.tool_calls:
        result = multiply.invoke(tool_call["args"])
        messages.append(ToolMessage(str(result), tool_call_id=tool_call["id"]))
    return llm_with_tools.invoke(messages).content
