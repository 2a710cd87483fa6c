/**
 * Programs that stream one run and start another. They print JSON: the events of the first run, and the ID of the
 * second.
 */
export const BROKEN_CONNECTIONS = {
  javascript: `import { Stoa } from "stoa-sdk";

const stoa = new Stoa();
const events = [];
for await (const { id, event, data } of stoa.agents.stream(4, { message: "How do heat pumps work?" }))
  events.push([id, event, event === "output" ? data.text : event === "result" ? data.agent_output : null]);
const { run_id } = await stoa.agents.execute(1, { message: "Hello" });
console.log(JSON.stringify({ events, run_id }));
`,
  python: `import json

from stoa_sdk import Stoa

with Stoa() as stoa:
    events = []
    for event in stoa.agents.stream(4, {"message": "How do heat pumps work?"}):
        name, data = event["event"], event["data"]
        said = data["text"] if name == "output" else data["agent_output"] if name == "result" else None
        events.append([event["id"], name, said])
    run_id = stoa.agents.execute(1, {"message": "Hello"})["run_id"]
    print(json.dumps({"events": events, "run_id": run_id}))
`,
} as const;
