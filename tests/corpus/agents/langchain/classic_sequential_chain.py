from langchain_classic.chains import LLMChain, SequentialChain
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

llm = ChatOpenAI(temperature=0.9, model="gpt-4o-mini")

first_prompt = ChatPromptTemplate.from_template("Translate the following review to english:\n\n{review}")
chain_one = LLMChain(llm=llm, prompt=first_prompt, output_key="english_review")

second_prompt = ChatPromptTemplate.from_template("Summarize the following review in 1 sentence: {english_review}")
chain_two = LLMChain(llm=llm, prompt=second_prompt, output_key="summary")

overall_chain = SequentialChain(
    chains=[chain_one, chain_two],
    input_variables=["review"],
    output_variables=["english_review", "summary"],
    verbose=True,
)

print(overall_chain("Je trouve le goût médiocre."))
