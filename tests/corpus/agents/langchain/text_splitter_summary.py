from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
from langchain_text_splitters import RecursiveCharacterTextSplitter

llm = ChatOpenAI(model="gpt-4o-mini", temperature=0)
splitter = RecursiveCharacterTextSplitter(chunk_size=500, chunk_overlap=50)
map_prompt = ChatPromptTemplate.from_template("Write a concise summary of the following:\n\n{text}")
reduce_prompt = ChatPromptTemplate.from_template("Combine these summaries:\n\n{text}")


def summarize(text: str) -> str:
    parts = splitter.split_text(text)
    summaries = [(map_prompt | llm).invoke({"text": part}).content for part in parts]
    return (reduce_prompt | llm).invoke({"text": "\n".join(summaries)}).content


if __name__ == "__main__":
    print(summarize("LangChain is a framework. " * 100))
