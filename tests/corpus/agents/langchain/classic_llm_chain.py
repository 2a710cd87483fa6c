from langchain_classic.chains import LLMChain
from langchain_core.prompts import PromptTemplate
from langchain_openai import ChatOpenAI

prompt = PromptTemplate(input_variables=["product"], template="A good name for a company that makes {product}?")
chain = LLMChain(llm=ChatOpenAI(model="gpt-4o-mini"), prompt=prompt)

if __name__ == "__main__":
    print(chain.run("socks"))
