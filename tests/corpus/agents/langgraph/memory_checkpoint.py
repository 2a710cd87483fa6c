from langchain.chat_models import init_chat_model
from langgraph.checkpoint.memory import MemorySaver
from langgraph.graph import START, MessagesState, StateGraph

model = init_chat_model("gpt-4o-mini", model_provider="openai")


def call_model(state: MessagesState):
    return {"messages": model.invoke(state["messages"])}


workflow = StateGraph(state_schema=MessagesState)
workflow.add_edge(START, "model")
workflow.add_node("model", call_model)
memory = MemorySaver()
app = workflow.compile(checkpointer=memory)

config = {"configurable": {"thread_id": "abc123"}}
output = app.invoke({"messages": [{"role": "user", "content": "Hi! I'm Bob."}]}, config)
output["messages"][-1].pretty_print()
