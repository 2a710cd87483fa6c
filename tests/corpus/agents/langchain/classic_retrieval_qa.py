from langchain_classic.chains import RetrievalQA
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

vectorstore = InMemoryVectorStore.from_texts(["Rome was founded in 753 BC.", "Paris is in France."], OpenAIEmbeddings())
qa = RetrievalQA.from_chain_type(llm=ChatOpenAI(model="gpt-4o-mini"), chain_type="stuff", retriever=vectorstore.as_retriever(search_kwargs={"k": 1}), return_source_documents=True)

query = "When was Rome founded?"
result = qa({"query": query})
print(result["result"])
