import streamlit as st

st.title("My agent")
prompt = st.text_input("Ask me anything")
if st.button("Go"):
    st.write(f"You asked: {prompt}")
