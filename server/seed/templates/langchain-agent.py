"""A starting point for a LangChain agent that explains a text to the readers that you name.

Upload this file as it is, or change it first. Stoa needs one object at the top level that LangChain can run: a chain,
an agent or a compiled graph, named `chain`, `agent`, `graph` or `app`. Only the model's name is specific to Stoa: on
your own machine, write the name of a model that your key can use.
"""

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

# You need no API key and no base URL: Stoa provides both and meters the usage. "default" is the model that the operator
# has chosen. Names such as "gpt-4o" also work if the operator offers them. For an unknown name, the error lists the
# available models.
model = ChatOpenAI(model="default", temperature=0)

# The variables in braces become the fields of the form that people fill in: `readers` and `text`.
prompt = ChatPromptTemplate.from_template("Summarize this text in three sentences for {readers}:\n\n{text}")

# A chain is read from left to right. The parser extracts the text of the model's message and streams it.
chain = prompt | model | StrOutputParser()

# Further steps you could take:
#
# Tools. A function with types and a docstring is a tool; the agent decides when to call it. The file's object is then
# `agent` instead of `chain`, and its form has one field, `message`.
#
#     from langchain.agents import create_agent
#
#     def word_count(text: str) -> int:
#         """Count the words of a text."""
#         return len(text.split())
#
#     agent = create_agent(model, tools=[word_count], system_prompt="You are an editor.")
#
# Structured output. `model.with_structured_output(SomePydanticModel)` answers with data that has the model's fields.

if __name__ == "__main__":
    # This runs only on your machine. Stoa fills the form with this example.
    print(
        chain.invoke(
            {
                "readers": "people who rent their home",
                "text": "The city council adopted new rules for heat pumps. Landlords must check by 2027 whether a house is "
                "suited. Tenants may see the result of the check. The cost of a heat pump may raise the rent by at most 50 "
                "cents per square meter. Houses with fewer than three flats are exempt.",
            }
        )
    )
