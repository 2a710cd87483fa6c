import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getLaptopInstallLine, InspectReply } from "@stoa/contract";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { Client, parseAnswer } from "../harness/client.ts";
import { runProgram } from "./programs.ts";
import { openStand, type Stand } from "./stand.ts";

/** A key that a secret scanner would find, which is split so that scanners do not report this file. */
const KEY = `sk-${"proj-"}${"aB3d".repeat(10)}`;

/** Files like those that people write, and a refused file for each reason that can be checked without a server. */
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

const PYPROJECT =
  '[project]\nname = "bots"\ndependencies = ["polars"]\n[project.scripts]\nbots = "bots.cli:start"\n';
const CLI =
  "import argparse\ndef start():\n    parser = argparse.ArgumentParser()\n    parser.add_argument('topic')\n    print(parser.parse_args().topic)\n";
/** Archives like those that people create. */
const ARCHIVES: Record<string, Record<string, string>> = {
  "an imported entry point": {
    "bot-main/main.py": "from bots.core import run\n",
    "bot-main/bots/core.py": "def run(message: str):\n    return message\n",
    "bot-main/.env": "A=1\n",
    "bot-main/.git/config": "x",
    "bot-main/tests/test_core.py": "import pytest\n",
  },
  "a command of the project": { "src/bots/cli.py": CLI, "pyproject.toml": PYPROJECT.replace('"polars"', "") },
  "a problem in another file": {
    "main.py": "import helper\ndef run(message: str): ...\n",
    "helper.py": "def (\n",
  },
  "a missing package and variables in another file": {
    "main.py": "import helper\ndef run(message: str): ...\n",
    "helper.py": "import os\nimport polars\nKEY = os.environ['SHOP_KEY']\nURL = os.getenv('SHOP_URL')\n",
  },
  "a secret in another file": { "main.py": "def run(m): return m\n", "config.json": `{"key": "${KEY}"}` },
  "a reserved secret": {
    "main.py": "def run(m): return m\n",
    "pyproject.toml": '[tool.stoa]\nsecrets = ["OPENAI_API_KEY"]\n',
  },
  "an undeclared connector in another file": {
    "main.py": "import helper\ndef run(message: str): ...\n",
    "helper.py": "import stoa\nstoa.connector('github')\n",
  },
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
});

async function checkOnServer(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.set("file", new Blob([content]), name);
  const client = new Client(stand.url);
  const { token } = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/inspect", { token, form });
  return parseAnswer(InspectReply, answer).checks;
}

async function checkOnLaptop(name: string) {
  const script = `${getProgram()} check ${name} --json || true`;
  return Checked.parse(JSON.parse(await runProgram("sh", ["-c", script], { cwd: folder }))).checks;
}

it.each(Object.entries(FILES))(
  "the command on the laptop reports the same about %s as an upload",
  async (_, content) => {
    writeFileSync(join(folder, "agent.py"), content);
    expect(await checkOnLaptop("agent.py")).toEqual(await checkOnServer("agent.py", content));
  },
);

it.each(Object.entries(ARCHIVES))(
  "the command on the laptop reports the same about an archive with %s as an upload",
  async (_, files) => {
    const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
    const archive = new Uint8Array(zipSync(Object.fromEntries(entries)));
    writeFileSync(join(folder, "agent.zip"), archive);
    expect(await checkOnLaptop("agent.zip")).toEqual(await checkOnServer("agent.zip", archive));
  },
);

it("the installed command packs a folder but leaves out caches and secrets", async () => {
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

describe("stoa upload", () => {
  const getEnvironment = (key: string) => ({ STOA_URL: stand.url, STOA_API_KEY: key });
  const upload = (key: string, ...args: string[]) =>
    runProgram("sh", ["-c", `${getProgram()} upload "$@" 2>&1 || echo "exit $?"`, "sh", ...args], {
      cwd: folder,
      env: getEnvironment(key),
    });

  function writeShelf(main: string) {
    const files = {
      "main.py": main,
      "shelves.py": "def find(title):\n    return f'{title} is on shelf 3'\n",
      "README.md": "# Shelf\n\nSend the title of a book, and you get the number of its shelf.\n",
      "pyproject.toml":
        '[tool.stoa]\nname = "Shelf finder"\ndescription = "Finds books."\nprice-per-token = 0.00002\nsecrets = ["SHELF_KEY"]\n',
      ".env": "SHELF_KEY=abc\n",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, "shelf"), { recursive: true });
      writeFileSync(join(folder, "shelf", path), text);
    }
  }

  it("uploads an agent from a folder, and then its new version, with the same checks as the studio", async () => {
    writeShelf("from shelves import find\n\n\ndef run(title: str):\n    return find(title)\n");
    const printed = await upload(stand.apiKey, "shelf");
    expect(printed).toContain("Left out shelf/.env: set its values under Secrets in the studio.");
    expect(printed).toContain("Trial run: passed.");
    expect(printed).toContain("If you have not done so, set under Secrets: SHELF_KEY (in .env)");
    const [, address = "", id = ""] = /^Uploaded: (.*\/agent\/(\d+))$/m.exec(printed) ?? [];
    expect(address).toBe(`${stand.url}/agent/${id}`);
    const client = new Client(stand.url);
    const agent = Object((await client.get(`/api/v1/agents/${id}`)).body);
    expect(agent).toMatchObject({
      name: "Shelf finder",
      description: "Finds books.",
      price_per_token: 0.00002,
    });
    const again = await upload(stand.apiKey, "shelf", "--agent", id, "--notes", "The same");
    expect(again).toContain(`Uploaded: ${stand.url}/agent/${id}`);
    expect(Object((await client.get(`/api/v1/agents/${id}`)).body).version).toBe(2);
  });

  it("prints the failed check if an upload is refused, and does not list the agent", async () => {
    writeShelf("from shelves import find\n\n\ndef run(title: str):\n    return find(title, 1)\n");
    const printed = await upload(stand.apiKey, "shelf", "--name", "Broken shelf");
    expect(printed).toMatch(/Trial run: failed\. Line 5: The agent raised TypeError/);
    expect(printed).toContain("Nothing was uploaded.");
    expect(printed).toContain("exit 1");
  });

  it("names the missing settings, and the scope that a key lacks", async () => {
    writeFileSync(join(folder, "agent.py"), "def run(message: str):\n    return message\n");
    expect(await upload(stand.apiKey, "agent.py")).toMatch(
      /The upload also needs these.*script block of the file:\n {2}--name TEXT[\s\S]*--price-per-token[\s\S]*exit 2/,
    );
    const client = new Client(stand.url);
    const person = await client.register();
    const made = await client.call("POST", "/api/v1/users/api-keys", {
      token: person.token,
      json: { name: "reader", scopes: ["read"] },
    });
    const { api_key: key } = Object(made.body);
    writeShelf("def run(title: str):\n    return title\n");
    const refused = await upload(String(key), "shelf");
    expect(refused).toContain("This API key lacks the scope agents:write.");
    expect(refused).toContain(`${stand.url}/settings/api`);
    expect(await upload("stoa_sk_wrong", "shelf")).toContain("Nothing was uploaded.\n");
    expect(await upload(stand.apiKey, "shelf", "--agent", "999999")).toContain("has no such agent");
  });
});

it("the installed command runs a folder on the laptop", async () => {
  writeFileSync(
    join(folder, "weather", "main.py"),
    "def main(message):\n    return message + open('data/a.csv').read()\n",
  );
  expect(await runProgram(getProgram(), ["run", "weather", "tea", "--quiet"], { cwd: folder })).toBe(
    "tea1\n",
  );
});

it("the installed command runs an agent on the laptop", async () => {
  writeFileSync(join(folder, "agent.py"), FILES["a terminal"]);
  expect(await runProgram(getProgram(), ["run", "agent.py", "hello", "--quiet"], { cwd: folder })).toBe(
    "HELLO\n",
  );
});
