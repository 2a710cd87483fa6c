from langchain.agents import create_agent
from langchain.chat_models import init_chat_model
from langchain.tools import tool

SYSTEM_PROMPT = """You are an expert weather forecaster, who speaks in puns."""


@tool
def get_weather_for_location(city: str) -> str:
    """Get weather for a given city."""
    return f"It's always sunny in {city}!"


model = init_chat_model("claude-sonnet-4-5-20250929", temperature=0.5, timeout=10, max_tokens=1000)

agent = create_agent(model=model, system_prompt=SYSTEM_PROMPT, tools=[get_weather_for_location])

for token, metadata in agent.stream(
    {"messages": [{"role": "user", "content": "what is the weather outside?"}]},
    stream_mode="messages",
):
    print(f"node: {metadata['langgraph_node']}, content: {token.content_blocks}")
