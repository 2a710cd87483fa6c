from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

handbook = Document(
    page_content=(
        "Refunds. A refund is paid within five working days to the card that was charged.\n\n"
        "Shipping. Parcels leave our house in Genoa every evening except on Sundays.\n\n"
        "Warranty. Every lamp has a warranty of three years, bulbs excluded."
    ),
    metadata={"source": "handbook"},
)

splitter = RecursiveCharacterTextSplitter(chunk_size=100, chunk_overlap=0)
vector_store = InMemoryVectorStore(OpenAIEmbeddings(model="text-embedding-3-small"))
vector_store.add_documents(splitter.split_documents([handbook]))
retriever = vector_store.as_retriever(search_kwargs={"k": 1})

template = """Answer the question based only on the following context:
{context}

Question: {question}
"""
prompt = ChatPromptTemplate.from_template(template)


def format_docs(docs):
    return "\n\n".join(doc.page_content for doc in docs)


rag_chain = (
    {"context": retriever | format_docs, "question": RunnablePassthrough()}
    | prompt
    | ChatOpenAI(model="gpt-4o-mini")
    | StrOutputParser()
)

for chunk in rag_chain.stream("How long is the warranty of a lamp?"):
    print(chunk, end="", flush=True)
