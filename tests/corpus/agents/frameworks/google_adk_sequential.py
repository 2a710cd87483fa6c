from google.adk.agents import LlmAgent, SequentialAgent
from google.adk.models.lite_llm import LiteLlm

MODEL = LiteLlm(model="openai/gpt-4o-mini")
writer = LlmAgent(name="writer", model=MODEL, instruction="Write code.", output_key="code")
reviewer = LlmAgent(name="reviewer", model=MODEL, instruction="Review this: {code}", output_key="review")
root_agent = SequentialAgent(name="pipeline", sub_agents=[writer, reviewer])
