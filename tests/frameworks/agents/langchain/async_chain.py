import asyncio

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableParallel
from langchain_openai import ChatOpenAI

model = ChatOpenAI(model="gpt-4o-mini")
joke_chain = ChatPromptTemplate.from_template("tell me a joke about {topic}") | model | StrOutputParser()
poem_chain = ChatPromptTemplate.from_template("write a 2-line poem about {topic}") | model | StrOutputParser()


async def shorten(both: dict) -> dict:
    await asyncio.sleep(0)
    return {name: text.strip() for name, text in both.items()}


map_chain = RunnableParallel(joke=joke_chain, poem=poem_chain) | shorten


async def main():
    result = await map_chain.ainvoke({"topic": "bear"})
    print(result)


asyncio.run(main())
