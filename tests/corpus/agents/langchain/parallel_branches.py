from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda, RunnableParallel
from langchain_openai import ChatOpenAI

model = ChatOpenAI(model="gpt-4o-mini")
joke = ChatPromptTemplate.from_template("joke about {topic}") | model | StrOutputParser()
poem = ChatPromptTemplate.from_template("poem about {topic}") | model | StrOutputParser()

chain = RunnableParallel(joke=joke, poem=poem) | RunnableLambda(lambda d: f"{d['joke']}\n\n{d['poem']}")
