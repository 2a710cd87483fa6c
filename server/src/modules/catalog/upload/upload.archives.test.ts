import { InspectReply, UploadReply, VersionDiff, VersionList } from "@stoa/contract";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

const zip = (files: Record<string, string>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

const MAIN = `import csv
from pathlib import Path

from shop.prices import add_tax

def main(product: str) -> str:
    with open("data/prices.csv") as file:
        prices = {row["name"]: float(row["price"]) for row in csv.DictReader(file)}
    note = (Path(__file__).parent / "data" / "note.txt").read_text().strip()
    return f"{product}: {add_tax(prices[product])} ({note})"
`;
const SHOP = {
  "shop-agent/main.py": MAIN,
  "shop-agent/shop/__init__.py": "",
  "shop-agent/shop/prices.py":
    "from .rates import TAX\n\ndef add_tax(price):\n    return round(price * (1 + TAX), 2)\n",
  "shop-agent/shop/rates.py": "TAX = 0.19\n",
  "shop-agent/data/prices.csv": "name,price\nHello,10\ntea,2.5\n",
  "shop-agent/data/note.txt": "with tax\n",
  "shop-agent/.env": "KEY=1",
};

const form = (files: Record<string, string>, changes = {}) =>
  uploadForm({ file: { name: "shop.zip", content: zip(files) }, ...changes });

async function inspect(files: Record<string, string>) {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/inspect", { token, form: form(files) });
  return answer.status === 200 ? parseAnswer(InspectReply, answer) : answer;
}

const findCheck = ({ checks }: { checks: InspectReply["checks"] }, name: string) =>
  checks.find((check) => check.name === name);

test("an archive of several files and data becomes an agent whose trial runs with all of them", async () => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form: form(SHOP) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  expect(findCheck({ checks }, "size")).toMatchObject({
    status: "warning",
    detail:
      "6 files, 496 bytes (limit 20 MiB), main file main.py. Left out .env: set its values under Secrets in the studio",
  });
  expect(findCheck({ checks }, "environment")).toMatchObject({ status: "passed" });
  // The trial sends "Hello", which is a row of the table.
  expect(findCheck({ checks }, "trial_run")).toMatchObject({ status: "passed" });
  const path = `/api/v1/agents/${agent.id}/versions`;
  const [version] = parseAnswer(VersionList, await client.call("GET", path, { token })).versions;
  expect(version?.filename).toBe("main.py");
  expect(version?.files?.map((file) => file.path)).toEqual([
    "data/note.txt",
    "data/prices.csv",
    "main.py",
    "shop/__init__.py",
    "shop/prices.py",
    "shop/rates.py",
  ]);
  const other = await client.register();
  const [seen] = parseAnswer(VersionList, await client.call("GET", path, { token: other.token })).versions;
  expect(seen?.files).toBeUndefined();
});

test("the changes of a new version from an archive name the files that differ", async () => {
  const { client } = server();
  const { token } = await client.register();
  const { agent } = parseAnswer(
    UploadReply,
    await client.call("POST", "/api/v1/agents/upload", { token, form: form(SHOP) }),
  );
  const { "shop-agent/data/note.txt": _note, ...rest } = SHOP;
  const next = {
    ...rest,
    "shop-agent/shop/rates.py": "TAX = 0.07\n",
    "shop-agent/data/note.md": "",
    "shop-agent/data/logo.png": "\0PNG text",
    "shop-agent/main.py": MAIN.replace("note.txt", "note.md"),
  };
  const data = new FormData();
  data.set("file", new File([zip(next)], "shop.zip"));
  const path = `/api/v1/agents/${agent.id}/versions`;
  const added = await client.call("POST", path, { token, form: data });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const diff = parseAnswer(VersionDiff, await client.call("GET", `${path}/2/diff?from=1`, { token }));
  expect(diff.files).toMatchObject({
    added: ["data/logo.png", "data/note.md"],
    removed: ["data/note.txt"],
    changed: ["main.py", "shop/rates.py"],
  });
  const changes = diff.files?.changes ?? [];
  expect(changes.map(({ path, is_text }) => [path, is_text])).toEqual([
    ["data/logo.png", false],
    ["data/note.md", true],
    ["data/note.txt", true],
    ["main.py", true],
    ["shop/rates.py", true],
  ]);
  expect(changes[0]).toEqual({
    path: "data/logo.png",
    from: null,
    to: { bytes: 9, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    is_text: false,
    patch: null,
  });
  expect(changes[2]).toMatchObject({ to: null, patch: expect.stringContaining("-with tax\n") });
  expect(changes[4]?.patch).toContain("-TAX = 0.19\n+TAX = 0.07\n");
  const other = await client.register();
  const seen = await client.call("GET", `${path}/2/diff?from=1`, { token: other.token });
  expect(parseAnswer(VersionDiff, seen).files).toBeUndefined();
  expect(diff.source?.patch).toContain('"note.md"');
});

test("modules in the archive are not mistaken for packages, and every file is checked for packages, secrets and hosts", async () => {
  const files = {
    "main.py": "import helper\ndef main(message: str): return helper.ask(message)\n",
    "helper.py":
      'import os\nimport nonexistent_package_xyz\nimport requests\nKEY = os.environ["SHOP_KEY"]\ndef ask(message): return requests.get("https://api.open-meteo.com/x").text\n',
  };
  const found = await inspect(files);
  if (!("checks" in found)) throw new Error(JSON.stringify(found));
  expect(findCheck(found, "environment")).toMatchObject({
    status: "failed",
    detail: expect.stringMatching(/^helper\.py, line 2: The file imports nonexistent_package_xyz, which/),
  });
  expect(findCheck(found, "secrets")?.detail).toContain("SHOP_KEY");
  expect(findCheck(found, "network")?.detail).toContain("api.open-meteo.com");
});

test("an entry point that the main file only imports can run, and the check names its file", async () => {
  const { client } = server();
  const { token } = await client.register();
  const files = {
    "src/shop/__main__.py": 'from .core import run\n\nif __name__ == "__main__":\n    print(run("tea"))\n',
    "src/shop/__init__.py": "",
    "src/shop/core.py": "from .rates import TAX\n\n\ndef run(product: str):\n    return f'{product} {TAX}'\n",
    "src/shop/rates.py": "TAX = 0.19\n",
    "README.md": "# Shop\n",
  };
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form: form(files) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { checks } = parseAnswer(UploadReply, answer);
  expect(findCheck({ checks }, "entry_point")?.detail).toBe("src/shop/core.py, line 4: Function run");
  expect(findCheck({ checks }, "trial_run")).toMatchObject({ status: "passed" });
});

test("a trial that fails in another file names that file and its line", async () => {
  const { client } = server();
  const { token } = await client.register();
  const files = {
    "main.py": "from core import run\n",
    "core.py": "from rates import find\n\ndef run(message: str):\n    return find(message)\n",
    "rates.py": "\ndef find(name):\n    return {'a': 1}[name]\n",
  };
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form: form(files) });
  expect(answer).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^rates\.py, line 3: The agent raised KeyError/) },
  });
});

test("a credential in any file is named with its path", async () => {
  const files = { "main.py": MAIN, "config.json": `{"key": "sk-${"a1B2c3D4".repeat(5)}"}` };
  const found = await inspect(files);
  if (!("checks" in found)) throw new Error(JSON.stringify(found));
  expect(findCheck(found, "secrets")?.detail).toMatch(/^config\.json: Line 1 looks like/);
});

test("an archive that cannot become an agent is refused with an error for the file field", async () => {
  const reply = await inspect({ "a.py": MAIN, "b.py": MAIN });
  expect(reply).toMatchObject({
    status: 400,
    body: { errors: [{ field: "file", message: expect.stringContaining("none of them is named main.py") }] },
  });
});

test("only the owner can download the files of a version, and others get 404", async () => {
  const { client } = server();
  const { token } = await client.register();
  const uploaded = await client.call("POST", "/api/v1/agents/upload", {
    token,
    form: form(SHOP, { fields: { name: "Lädchen: <b>Tee</b>" } }),
  });
  const { agent } = parseAnswer(UploadReply, uploaded);
  const path = `/api/v1/agents/${agent.id}/versions/1/archive`;
  const reply = await fetch(client.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(200);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": 'attachment; filename="ladchen-b-tee-b-version-1.zip"',
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
  expect(Object.keys(files)).not.toContain(".env");
  expect(strFromU8(files["main.py"] ?? new Uint8Array())).toBe(MAIN);
  const other = await client.register();
  for (const address of [path, path.replace("/1/", "/9/"), path.replace(`/${agent.id}/`, "/2000000000/")]) {
    const who = address === path ? other.token : token;
    expect((await client.call("GET", address, { token: who })).status, address).toBe(404);
  }
});

test("deleting the agent deletes its files", async () => {
  const { client } = server();
  const { token } = await client.register();
  const { agent } = parseAnswer(
    UploadReply,
    await client.call("POST", "/api/v1/agents/upload", { token, form: form(SHOP) }),
  );
  const { db } = server().database;
  const count = async () =>
    (
      await db
        .selectFrom("agent_archives")
        .innerJoin("agent_versions", "agent_versions.id", "version_id")
        .select("version_id")
        .where("agent_id", "=", agent.id)
        .execute()
    ).length;
  expect(await count()).toBe(1);
  expect((await client.call("DELETE", `/api/v1/agents/${agent.id}`, { token })).status).toBe(200);
  expect(await count()).toBe(0);
});
