from langchain_classic.agents import AgentExecutor, Tool, create_openai_tools_agent
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_openai import ChatOpenAI


def lookup(city: str) -> str:
    return f"{city} was founded in 753 BC"


def main():
    tools = [Tool(name="lookup", func=lookup, description="Looks up the history of a city")]
    prompt = ChatPromptTemplate.from_messages(
        [("system", "You are a historian"), ("human", "{input}"), MessagesPlaceholder("agent_scratchpad")]
    )
    llm = ChatOpenAI(model="gpt-4o-mini", temperature=0)
    agent = create_openai_tools_agent(llm, tools, prompt)
    agent_executor = AgentExecutor(agent=agent, tools=tools, verbose=True)
    result = agent_executor.invoke({"input": "When was Rome founded?"})
    print(result["output"])


if __name__ == "__main__":
    main()
