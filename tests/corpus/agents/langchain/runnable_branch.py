from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import PromptTemplate
from langchain_core.runnables import RunnableLambda
from langchain_openai import ChatOpenAI

model = ChatOpenAI(model="gpt-4o-mini")

classifier = (
    PromptTemplate.from_template("Classify as LangChain, Anthropic or Other.\n\n{question}")
    | model
    | StrOutputParser()
)
langchain_chain = PromptTemplate.from_template("You are an expert in langchain.\nQuestion: {question}") | model
general_chain = PromptTemplate.from_template("Respond to the question:\nQuestion: {question}") | model


def route(info):
    if "langchain" in info["topic"].lower():
        return langchain_chain
    return general_chain


full_chain = {"topic": classifier, "question": lambda x: x["question"]} | RunnableLambda(route)
