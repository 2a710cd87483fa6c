import { Buffer } from "node:buffer";
import { LIMITS } from "@stoa/contract";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { expect, it } from "vitest";
import { openArchive } from "./open-archive.ts";

type Entry = string | Uint8Array | [Uint8Array, { attrs?: number; os?: number }];

/** Makes an archive as people's tools do. */
function zip(files: Record<string, Entry>): Buffer {
  const entries = Object.entries(files).map(([path, entry]) => {
    const content = typeof entry === "string" ? Buffer.from(entry) : entry;
    return [path, content] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]));
}

const MAIN = "def main(message: str) -> str:\n    return message\n";
const open = (files: Record<string, Entry>) => openArchive(zip(files));

it("the top folder is removed and the main file is found by its name", async () => {
  const opened = await open({
    "my-agent/main.py": MAIN,
    "my-agent/helper.py": "",
    "my-agent/data/a.csv": "1",
  });
  expect(opened.entry).toBe("main.py");
  expect(opened.files.map(({ path }) => path)).toEqual(["data/a.csv", "helper.py", "main.py"]);
  expect(strFromU8(unzipSync(opened.packed)["data/a.csv"] ?? new Uint8Array())).toBe("1");
});

it("two archives with the same files are stored as the same bytes", async () => {
  const one = await open({ "main.py": MAIN, "a.txt": "a" });
  const other = await open({ "folder/a.txt": "a", "folder/main.py": MAIN });
  expect(one.packed.equals(other.packed)).toBe(true);
});

it.each([
  [{ "src/main.py": MAIN, "setup.cfg": "" }, "src/main.py"],
  [{ "weather.py": MAIN, "lib/a.py": "" }, "weather.py"],
  [{ "a.py": "", "b.py": MAIN, "pyproject.toml": '[tool.stoa]\nentry = "./b.py"' }, "b.py"],
  [{ "agent.py": MAIN, "app.py": "", "z.py": "" }, "agent.py"],
])("finds the main file of %o", async (files, entry) => {
  expect((await open(files)).entry).toBe(entry);
});

it("clutter of tools is dropped, and files with secrets are left out by name", async () => {
  const opened = await open({
    "main.py": MAIN,
    "__MACOSX/._main.py": "x",
    ".git/config": "x",
    "__pycache__/main.cpython-311.pyc": "x",
    ".env": "OPENAI_API_KEY=sk-1",
    "config/.env.production": "A=1",
    ".env.example": "OPENAI_API_KEY=",
  });
  expect(opened.files.map(({ path }) => path)).toEqual([".env.example", "main.py"]);
  expect(opened.leftOut).toEqual([".env", "config/.env.production"]);
});

it("requirements.txt becomes a script block after the last line of the file", async () => {
  const requirements =
    "# web\nrequests==2.32.3 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\nbs4 # soup\n\npandas>=2; python_version > '3.8'\n";
  const { source } = await open({ "main.py": MAIN, "requirements.txt": requirements });
  expect(source.toString()).toBe(
    `${MAIN}\n\n# /// script\n# dependencies = ["requests==2.32.3","bs4","pandas>=2; python_version > '3.8'"]\n# ///\n`,
  );
});

it("pyproject.toml declares packages, Python, hosts and secrets", async () => {
  const pyproject =
    '[project]\nname = "x"\nrequires-python = ">=3.10"\ndependencies = ["httpx"]\n[tool.ruff]\nline-length = 99\n[tool.stoa]\nhosts = ["api.example.com"]\nsecrets = ["KEY"]\n';
  const { source } = await open({ "main.py": MAIN, "pyproject.toml": pyproject, "requirements.txt": "-r x" });
  expect(source.toString()).toContain(
    '# /// script\n# requires-python = ">=3.10"\n# dependencies = ["httpx"]\n# [tool.stoa]\n# hosts = ["api.example.com"]\n# secrets = ["KEY"]\n# ///\n',
  );
});

it.each([
  ["index of [tool.uv]", '[[tool.uv.index]]\nurl = "https://example.com/simple"'],
  ["extra-index-url of [tool.uv]", '[tool.uv]\nextra-index-url = ["https://example.com/simple"]'],
  ["sources of [tool.uv]", '[tool.uv.sources]\ninternal = { path = "../internal" }'],
  ["source of [tool.poetry]", '[[tool.poetry.source]]\nname = "mine"\nurl = "https://example.com/simple"'],
  ["source of [tool.pdm]", '[[tool.pdm.source]]\nurl = "https://example.com/simple"'],
])(
  "packages that come from elsewhere by %s are refused, because a stranger may own the name",
  async (setting, lines) => {
    const pyproject = `[project]\ndependencies = ["internal"]\n${lines}\n`;
    await expect(open({ "main.py": MAIN, "pyproject.toml": pyproject })).rejects.toThrow(
      `pyproject.toml: ${setting} takes packages from another place.`,
    );
    const main = `# /// script\n# dependencies = []\n# ///\n${MAIN}`;
    await expect(open({ "main.py": main, "pyproject.toml": pyproject })).resolves.toBeDefined();
  },
);

it("a block in the main file counts instead", async () => {
  const main = `# /// script\n# dependencies = []\n# ///\n${MAIN}`;
  const { source } = await open({ "main.py": main, "requirements.txt": "requests" });
  expect(source.toString()).toBe(main);
});

const LINK = [Buffer.from("/etc/passwd"), { os: 3, attrs: 0o120777 << 16 }] as Entry;
const BOMB = new Uint8Array(LIMITS.archiveMaxBytes + 1);

it.each<[string, Record<string, Entry>, string]>([
  ["a path that leads out", { "main.py": MAIN, "../../etc/cron.d/x": "x" }, "invalid relative path"],
  ["an absolute path", { "main.py": MAIN, "/etc/passwd": "x" }, "absolute path"],
  ["a Windows path", { "main.py": MAIN, "a\\b.py": "x" }, "invalid characters in fileName"],
  ["a link", { "main.py": MAIN, secrets: LINK }, "secrets in the archive is a link or a device"],
  ["a bomb", { "main.py": MAIN, "zeros.bin": BOMB }, "larger than 20 MiB together"],
  ["names that differ in case", { "main.py": MAIN, "Main.py": MAIN }, "main.py twice"],
  ["a file that is a folder", { "main.py": MAIN, "a/b": "x", A: "x" }, "is a file and a folder"],
  ["control characters", { "main.py": MAIN, "a\u202Eyp.txt": "x" }, "characters that cannot be shown"],
  ["no files", { "folder/.DS_Store": "x" }, "has no files"],
  ["no Python file", { "read.me": "x" }, "no Python file"],
  ["no main file", { "a.py": MAIN, "b.py": MAIN }, "none of them is named main.py: a.py, b.py"],
  [
    "a missing entry",
    { "a.py": MAIN, "pyproject.toml": '[tool.stoa]\nentry = "b.py"' },
    "names b.py as the entry",
  ],
  ["broken TOML", { "main.py": MAIN, "pyproject.toml": "[project" }, "pyproject.toml, line 1 is not TOML"],
  [
    "a wrong field",
    { "main.py": MAIN, "pyproject.toml": "[project]\ndependencies = 1" },
    "project.dependencies must",
  ],
  [
    "an option",
    { "main.py": MAIN, "requirements.txt": "a\n--index-url https://x" },
    "line 2: options such as --index-url",
  ],
])("refuses an archive with %s", async (_what, files, message) => {
  await expect(open(files)).rejects.toThrow(message);
});

it("refuses more files than an agent has", async () => {
  const files = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`f${index}.txt`, ""]));
  await expect(open({ "main.py": MAIN, ...files })).rejects.toThrow("at most 500 files");
});

it("refuses what is not an archive, an encrypted one and a truncated one", async () => {
  await expect(openArchive(Buffer.from("PK nothing"))).rejects.toThrow("cannot be read");
  const whole = zip({ "main.py": MAIN.repeat(100) });
  await expect(openArchive(whole.subarray(0, whole.length - 30))).rejects.toThrow("cannot be read");
  const encrypted = Buffer.from(whole);
  encrypted.writeUInt16LE(encrypted.readUInt16LE(6) | 1, 6);
  const central = encrypted.indexOf(Buffer.from("PK\u0001\u0002"));
  encrypted.writeUInt16LE(encrypted.readUInt16LE(central + 8) | 1, central + 8);
  await expect(openArchive(encrypted)).rejects.toThrow("encrypted");
});

it("refuses an entry that is larger than its header says", async () => {
  const lying = zip({ "main.py": MAIN, "zeros.bin": new Uint8Array(1_000_000) });
  const name = lying.lastIndexOf("zeros.bin");
  lying.writeUInt32LE(10, name - 46 + 24);
  await expect(openArchive(lying)).rejects.toThrow("cannot be read");
});
