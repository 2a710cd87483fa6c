import { Agent, Problem, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

async function upload(content: string) {
  const { client } = server();
  const { token } = await client.register();
  return client.call("POST", "/api/v1/agents/upload", {
    token,
    form: uploadForm({ file: { name: "agent.py", content } }),
  });
}

test("declared connectors are checked, stored with the version and shown to everyone", async () => {
  const answer = await upload(`import stoa
@stoa.agent(
    connectors=[
        "github",
        {"service": "slack", "methods": ["POST"], "paths": ["/chat.postMessage"]},
    ],
)
def run(message: str) -> str:
    return message
`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(checks.find(({ name }) => name === "connectors")).toMatchObject({
    status: "passed",
    detail: "GitHub (read); Slack (send: POST /chat.postMessage)",
  });
  const uses = [
    { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
    { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] },
  ];
  expect(agent.connectors).toEqual(uses);
  const seenByVisitors = parseAnswer(Agent, await server().client.get(`/api/v1/agents/${agent.id}`));
  expect(seenByVisitors.connectors).toEqual(uses);
});

test("a plain file declares connectors at its top level", async () => {
  const answer = await upload(`STOA_CONNECTORS = ["notion"]
def run(message: str) -> str:
    return message
`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(parseAnswer(UploadReply, answer).agent.connectors).toEqual([
    { service: "notion", methods: ["GET", "HEAD"], paths: ["/**"] },
  ]);
});

const refusals: [why: string, source: string, line: number, detail: RegExp][] = [
  [
    "an unknown service",
    '@stoa.agent(\n    connectors=["myspace"])\ndef run(message): ...\n',
    3,
    /^Line 3: Unknown connector "myspace". Available: openai, /,
  ],
  [
    "a path that leads elsewhere",
    'STOA_CONNECTORS = [\n    {"service": "github", "paths": ["/a/../b"]},\n]\ndef run(message): ...\n',
    3,
    /^Line 3: The path "\/a\/\.\.\/b" of the connector github /,
  ],
  [
    "a value that is not a literal",
    'STOA_CONNECTORS = ["slack"] + more\ndef run(message): ...\n',
    2,
    /^Line 2: STOA_CONNECTORS must be a literal list/,
  ],
  [
    "a service that is used without being declared",
    'def run(message):\n    return stoa.connector("slack").post("/chat.postMessage")\n',
    3,
    /^Line 3: stoa\.connector\("slack"\) is not declared: add the line STOA_CONNECTORS = \["slack"\]/,
  ],
];

test.each(refusals)(
  "%s is refused with its line number, and nothing is stored",
  async (_, source, line, detail) => {
    const answer = await upload(`import stoa\n${source}`);
    expect(answer.status).toBe(400);
    const problem = parseAnswer(Problem, answer);
    expect(problem.error).toBe("upload_refused");
    expect(problem.detail).toMatch(detail);
    const check = problem.checks?.find(({ name }) => name === "connectors");
    expect(check).toMatchObject({ status: "failed", line, detail: problem.detail });
  },
);
