from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

prompt = ChatPromptTemplate.from_messages(
    [
        ("system", "Describe the image provided"),
        (
            "user",
            [
                {"type": "text", "text": "{question}"},
                {"type": "image_url", "image_url": {"url": "{image_url}", "detail": "low"}},
            ],
        ),
    ]
)
chain = prompt | ChatOpenAI(model="gpt-4o") | StrOutputParser()
