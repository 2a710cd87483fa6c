from langchain_core.documents import Document
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough
from langchain_core.output_parsers import StrOutputParser
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

docs = [
    Document(page_content="Rome was founded in 753 BC.", metadata={"source": "history"}),
    Document(page_content="Oslo was founded in 1040.", metadata={"source": "history"}),
]
store = InMemoryVectorStore(OpenAIEmbeddings(model="text-embedding-3-small"))
_loaded = False


def retrieve(question):
    global _loaded
    if not _loaded:
        store.add_documents(docs)
        _loaded = True
    return "\n".join(doc.page_content for doc in store.similarity_search(question, k=1))


prompt = ChatPromptTemplate.from_template("Answer from the context:\n{context}\n\nQuestion: {question}")
rag_chain = (
    {"context": retrieve, "question": RunnablePassthrough()}
    | prompt
    | ChatOpenAI(model="gpt-4o-mini")
    | StrOutputParser()
)
