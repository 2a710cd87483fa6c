import { InspectReply, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

async function upload(name: string, content: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name, content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  return { agentId: agent.id, checks };
}

const PARSER = `import argparse, sys

def main():
    parser = argparse.ArgumentParser(description="Greets a person.")
    parser.add_argument("name", help="who is greeted")
    parser.add_argument("--tone", choices=["kind", "harsh"], default="kind")
    parser.add_argument("--times", type=int, default=1, help="how often")
    args = parser.parse_args()
    if args.times > 3:
        print("at most 3 times", file=sys.stderr)
        sys.exit(4)
    for _ in range(args.times):
        print(f"Hello {args.name} ({args.tone})")

if __name__ == "__main__":
    main()
`;
const SCRIPT = `question = input("What do you want to know? ")
print(question.upper() + "!")
`;
const NOTEBOOK = JSON.stringify({
  cells: [
    { cell_type: "markdown", source: ["# Shout"], metadata: {} },
    { cell_type: "code", source: ["%matplotlib inline\n", "question = input()"], metadata: {} },
    { cell_type: "code", source: ["display(question.upper() + '!')"], metadata: {} },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

test("the arguments of a command line program become the fields of its form", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "greet.py", content: PARSER } });
  const answer = await client.call("POST", "/api/v1/agents/inspect", { token, form });
  expect(parseAnswer(InspectReply, answer).input_params).toEqual([
    { name: "name", type: "string", required: true, description: "who is greeted" },
    {
      name: "tone",
      type: "string",
      required: false,
      description: "",
      default: "kind",
      choices: ["kind", "harsh"],
    },
    { name: "times", type: "integer", required: false, description: "how often", default: 1 },
  ]);
});

test.each([
  [
    "a command line program",
    "greet.py",
    PARSER,
    "The file as a command line program (argparse): its arguments are the inputs, and its printed output is the result",
  ],
  [
    "a script",
    "shout.py",
    SCRIPT,
    "The file as a script: the message is what it reads, and its printed output is the result",
  ],
  [
    "a notebook",
    "shout.ipynb",
    NOTEBOOK,
    "The file as a script: the message is what it reads, and its printed output is the result",
  ],
])("%s passes its trial run and is accepted as it is", async (_, name, content, detail) => {
  const { checks } = await upload(name, content);
  expect(checks.find((check) => check.name === "entry_point")?.detail).toBe(detail);
  expect(checks.find((check) => check.name === "trial_run")?.status).toBe("passed");
});

test("a notebook is stored as the Python file that it was converted to", async () => {
  const { agentId } = await upload("shout.ipynb", NOTEBOOK);
  const { db } = server().database;
  const stored = await db
    .selectFrom("agent_versions")
    .select(["filename", "source"])
    .where("agent_id", "=", agentId)
    .executeTakeFirstOrThrow();
  expect(stored.filename).toBe("shout.py");
  expect(stored.source).toBe(
    "# %%\n%matplotlib inline\nquestion = input()\n\n# %%\ndisplay(question.upper() + '!')\n",
  );
});
