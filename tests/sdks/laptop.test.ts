import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getLaptopInstallLine, InspectReply } from "@stoa/contract";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { Client, parseAnswer } from "../harness/client.ts";
import { runProgram } from "./programs.ts";
import { openStand, type Stand } from "./stand.ts";

/** A key that a secret scanner would find, split so that no scanner reports this file. */
const KEY = `sk-${"proj-"}${"aB3d".repeat(10)}`;

/** Files as people write them, and files that are refused for each reason that does not need a server. */
const FILES = {
  "a function": "def run(message: str):\n    return message\n",
  "a decorated function": "import stoa\n\n@stoa.agent(name='A')\ndef ask(q: str):\n    return q\n",
  "a class": "class Bot:\n    def answer(self, question: str):\n        return question\n",
  "a handler": "def lambda_handler(event, context):\n    return event['name']\n",
  "a terminal": "def main():\n    print(input('? ').upper())\n\nmain()\n",
  "a chain":
    "from langchain_core.prompts import PromptTemplate\nchain = PromptTemplate.from_template('{a}') | str\n",
  "a team":
    "from autogen_agentchat.teams import RoundRobinGroupChat\nteam = RoundRobinGroupChat([], max_turns=1)\n",
  "nothing at all": "",
  "broken Python": "def run(m):\n  return (\n",
  "old AutoGen": "import autogen\n",
  "old LangChain": "from langchain.llms import OpenAI\n",
  "two frameworks": "import langchain\nimport autogen_core\n",
  "a web app": "import streamlit as st\nst.title('x')\n",
  "a command line": "import argparse\ndef main():\n    argparse.ArgumentParser().parse_args()\n",
  "an argument whose name is computed":
    "import argparse\np = argparse.ArgumentParser()\np.add_argument(chr(97))\np.parse_args()\n",
  "a click program": "import click\n@click.command()\n@click.argument('text')\ndef main(text): ...\nmain()\n",
  "a script that reads input": "print(input('? ').upper())\n",
  "a notebook's export": "# %%\n!pip install feedparser\nimport feedparser\ndef run(message): ...\n",
  "a class with several methods":
    "class Bot:\n    def tidy(self, text): ...\n    def answer(self, text): ...\n",
  "a bot": "import discord\n",
  "a script": "print('hello')\n",
  "two functions": "def a(text): ...\ndef b(text): ...\n",
  "an undeclared connector": "import stoa\ndef run(message):\n    stoa.connector('github').get('/user')\n",
  "packages that are not shipped":
    "import polars\nfrom google import genai\nimport my_helper\ndef run(message: str):\n    import sklearn.svm\n",
  "a package that only a function needs": "def run(message: str):\n    import polars\n    return message\n",
  "an unknown module": "import my_helper\ndef run(message: str):\n    return message\n",
  "a block without packages": "# /// script\n# ///\nimport polars\ndef run(message: str): ...\n",
  "a broken block": "# /// script\n# dependencies = [\n# ///\ndef run(message: str): ...\n",
  "packages from other sources":
    '# /// script\n# dependencies = ["./mine", "torch"]\n# ///\ndef run(message: str): ...\n',
  "a secret": `def run(m):\n    return m\n\nKEY = "${KEY}"\n`,
};

const Checked = z.looseObject({ checks: InspectReply.shape.checks });

let stand: Stand;
let folder: string;
const getProgram = () => join(folder, "venv", "bin", "stoa");

beforeAll(async () => {
  stand = await openStand();
  folder = mkdtempSync(join(tmpdir(), "stoa-laptop-"));
  const python = process.env.STOA_TEST_PYTHON ?? "python3";
  await runProgram(python, ["-m", "venv", "--without-pip", join(folder, "venv")], { cwd: folder });
  const [, ...line] = getLaptopInstallLine(stand.url).split(" ");
  const pip = ["-m", "pip", "--python", join(folder, "venv", "bin", "python3"), "--quiet", ...line];
  await runProgram(python, [...pip, "--no-index", "--disable-pip-version-check"], { cwd: folder });
});
afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  await stand?.close();
});

it.each(Object.entries(FILES))(
  "the laptop command reports the same about %s as an upload",
  async (_, content) => {
    writeFileSync(join(folder, "agent.py"), content);
    const script = `${getProgram()} check agent.py --json || true`;
    const printed = await runProgram("sh", ["-c", script], { cwd: folder });
    const form = new FormData();
    form.set("file", new Blob([content]), "agent.py");
    const client = new Client(stand.url);
    const { token } = await client.register();
    const answer = await client.call("POST", "/api/v1/agents/inspect", { token, form });
    expect(Checked.parse(JSON.parse(printed)).checks).toEqual(parseAnswer(InspectReply, answer).checks);
  },
);

it("the installed command packs a folder without caches and secrets", async () => {
  const files = { "main.py": "def main(message): return message\n", "data/a.csv": "1\n", ".env": "KEY=1\n" };
  for (const [path, text] of Object.entries({ ...files, "__pycache__/main.pyc": "x" })) {
    mkdirSync(dirname(join(folder, "weather", path)), { recursive: true });
    writeFileSync(join(folder, "weather", path), text);
  }
  const printed = await runProgram(getProgram(), ["pack", "weather"], { cwd: folder });
  expect(printed).toContain("weather.zip: 2 files");
  expect(printed).toContain("Left out weather/.env: set its values under Secrets in the studio.");
  expect(Object.keys(unzipSync(readFileSync(join(folder, "weather.zip"))))).toEqual([
    "main.py",
    "data/a.csv",
  ]);
});

it("the installed command runs an agent on the laptop", async () => {
  writeFileSync(join(folder, "agent.py"), FILES["a terminal"]);
  expect(await runProgram(getProgram(), ["run", "agent.py", "hello", "--quiet"], { cwd: folder })).toBe(
    "HELLO\n",
  );
});
