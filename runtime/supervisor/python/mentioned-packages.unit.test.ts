import { expect, test } from "vitest";
import { mentionsPackage } from "./mentioned-packages.ts";

test("finds a package in any form of import, and only by its own name", () => {
  const mentions = mentionsPackage(["openai.resources.embeddings", "httpx"]);
  for (const source of [
    "import openai",
    "from openai.types import x",
    "import httpx as h",
    "__import__('httpx')",
  ])
    expect(mentions(source)).toBe(true);
  for (const source of ["import json", "import openaix", "from my_httpx import y", ""])
    expect(mentions(source)).toBe(false);
});

test("finds no package if none is preloaded", () => {
  expect(mentionsPackage([])("import openai")).toBe(false);
});
