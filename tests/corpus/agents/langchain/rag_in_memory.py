from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

text = "Rome was founded in 753 BC. Oslo was founded in 1040. Cairo was founded in 969."
docs = RecursiveCharacterTextSplitter(chunk_size=40, chunk_overlap=0).split_documents([Document(page_content=text)])
retriever = InMemoryVectorStore.from_documents(docs, OpenAIEmbeddings()).as_retriever(search_kwargs={"k": 1})

prompt = ChatPromptTemplate.from_template("Context: {context}\n\nQuestion: {question}")


def format_docs(docs):
    return "\n".join(doc.page_content for doc in docs)


rag_chain = (
    {"context": retriever | format_docs, "question": RunnablePassthrough()}
    | prompt
    | ChatOpenAI(model="gpt-4o-mini")
    | StrOutputParser()
)
