from langchain.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

chain = ChatPromptTemplate.from_messages(
    [("system", "You are a poet."), ("human", "Write about {topic}")]
) | ChatOpenAI(model="gpt-4o-mini", streaming=True)


async def run(topic: str):
    async for chunk in chain.astream({"topic": topic}):
        yield chunk.content
