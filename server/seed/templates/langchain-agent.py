"""A starting point for a LangChain agent: explains a text to the readers that you name.

Upload this file as it is, or change it first. What Stoa needs is one object at the top level that LangChain can run: a
chain, an agent or a compiled graph, named `chain`, `agent`, `graph` or `app`. Nothing here is special to Stoa but
the model's name: on your own machine, write the name of one that your key can use.
"""

from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

# No key and no address: Stoa gives both, and meters what is used. "default" is the model that the operator has chosen.
# Names such as "gpt-4o" work too, where the operator offers them; a name that there is not is refused with those there are.
model = ChatOpenAI(model="default", temperature=0)

# The variables in braces become the fields of the form that people fill in: `readers` and `text`.
prompt = ChatPromptTemplate.from_template("Summarise this text in three sentences for {readers}:\n\n{text}")

# A chain is read from left to right. The parser makes text of the model's message, and streams it as it is written.
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
    # This runs on your machine alone. Stoa takes it as the example that the form is filled with.
    print(
        chain.invoke(
            {
                "readers": "people who rent their home",
                "text": "The city council adopted new rules for heat pumps. Landlords must check by 2027 whether a house is "
                "suited. Tenants may see the result of the check. The cost of a heat pump may raise the rent by at most 50 "
                "cents per square metre. Houses with fewer than three flats are exempt.",
            }
        )
    )
