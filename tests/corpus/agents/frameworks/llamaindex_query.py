from llama_index.core import Document, Settings, VectorStoreIndex
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI

Settings.llm = OpenAI(model="gpt-4o-mini")
Settings.embed_model = OpenAIEmbedding(model="text-embedding-3-small")
DOCUMENTS = [Document(text="Rome was founded in 753 BC."), Document(text="Oslo was founded in 1040.")]


def ask(question: str) -> str:
    index = VectorStoreIndex.from_documents(DOCUMENTS)
    return str(index.as_query_engine(similarity_top_k=1).query(question))


if __name__ == "__main__":
    print(ask("When was Rome founded?"))
