from fastapi import FastAPI
from pydantic import BaseModel
import uvicorn

app = FastAPI()


class Query(BaseModel):
    text: str


@app.post("/ask")
async def ask(query: Query):
    return {"answer": query.text}


if __name__ == "__main__":
    uvicorn.run(app, host="0.0.0.0", port=8000)
