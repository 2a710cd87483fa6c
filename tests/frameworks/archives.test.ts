import { strToU8, zipSync } from "fflate";
import { afterAll, expect, it } from "vitest";
import { useTestServer } from "../harness/server.ts";
import { run, uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const model = await startScriptedModel();
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_MODELS: "gpt-4o-mini=0.15/0.6",
  },
});
afterAll(() => model.close());

const zip = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

const upload = (files: Record<string, string>) => uploadSource(server(), "project.zip", zip(files));

it("each run of an archive can change its own copy of the files", async () => {
  const main = `import json
from pathlib import Path
from library import books

STATE = Path("data/state.json")

def main(title: str) -> str:
    state = json.loads(STATE.read_text())
    state["visits"] += 1
    STATE.write_text(json.dumps(state))
    return f"{books.find(title)}, visit {json.loads(STATE.read_text())['visits']}"
`;
  const agent = await upload({
    "main.py": main,
    "library/__init__.py": "",
    "library/books.py":
      "from . import shelves\n\ndef find(title):\n    return f'{title} is on {shelves.SHELF}'\n",
    "library/shelves.py": "SHELF = 'shelf 3'\n",
    "data/state.json": '{"visits": 0}',
  });
  for (let visit = 0; visit < 2; visit += 1)
    expect((await run(server(), agent, { title: "Emma" })).output).toBe("Emma is on shelf 3, visit 1");
});

it("a LangChain agent in src reads its prompt from a file and its tools from a module", async () => {
  const main = `from pathlib import Path

from langchain.agents import create_agent
from tools import get_weather

PROMPT = (Path(__file__).parent / "prompts" / "system.md").read_text()
agent = create_agent("openai:gpt-4o-mini", tools=[get_weather], system_prompt=PROMPT)
`;
  const agent = await upload({
    "weather/src/main.py": main,
    "weather/src/tools.py":
      'def get_weather(city: str) -> str:\n    """Returns the weather of a city."""\n    return f"Sunny in {city}"\n',
    "weather/src/prompts/system.md": "You are a sailor.",
    "weather/README.md": "# Weather",
    "weather/requirements.txt": "# none beyond the server's\n",
  });
  model.play([{ tool: "get_weather", args: { city: "Rome" } }, "It is sunny, sailor."]);
  const outcome = await run(server(), agent, { message: "How is Rome?" });
  expect(outcome.output).toBe("It is sunny, sailor.");
  expect(outcome.steps).toContain("tool_result get_weather: Sunny in Rome");
  expect(JSON.stringify(model.calls[0])).toContain("You are a sailor.");
});

it("an error in another file of the archive names the file and the line", async () => {
  const agent = await upload({
    "main.py": "import helper\n\ndef main(message: str):\n    return helper.ask(message)\n",
    "helper.py":
      "def ask(message):\n    if message == 'Hello':\n        return 'fine'\n    raise ValueError('too loud')\n",
  });
  const { result } = await run(server(), agent, { message: "LOUD" });
  expect(result).toMatchObject({ success: false });
  const trace = await server().client.call("GET", `/api/v1/execute/runs/${String(result.run_id)}/trace`, {
    token: agent.developer.token,
  });
  expect(JSON.stringify(trace.body)).toContain('File \\"helper.py\\", line 4, in ask');
});
