from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, FewShotChatMessagePromptTemplate
from langchain_openai import ChatOpenAI

examples = [
    {"input": "2 🦜 2", "output": "4"},
    {"input": "2 🦜 3", "output": "5"},
]
example_prompt = ChatPromptTemplate.from_messages([("human", "{input}"), ("ai", "{output}")])
few_shot = FewShotChatMessagePromptTemplate(example_prompt=example_prompt, examples=examples)
final_prompt = ChatPromptTemplate.from_messages(
    [("system", "You are a wondrous wizard of math."), few_shot, ("human", "{input}")]
)
chain = final_prompt | ChatOpenAI(model="gpt-4o-mini", temperature=0.0) | StrOutputParser()

print(chain.invoke({"input": "What is 2 🦜 9?"}))
