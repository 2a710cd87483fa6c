import { type SnippetLanguage, toPythonLiteral } from "../../lib/code-snippets.ts";
import type { Operation } from "./read-operations.ts";

/** A request for an operation, with the values of its example. */
interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** The environment variable that holds the credential. */
  readonly credential: string | undefined;
  readonly json: unknown;
  readonly form: Readonly<Record<string, unknown>> | undefined;
}

const CREDENTIALS: Readonly<
  Record<Operation["access"], readonly [header: string, prefix: string, variable: string] | null>
> = {
  open: null,
  optional: null,
  session: ["Authorization", "Bearer ", "STOA_TOKEN"],
  key: ["X-API-Key", "", "STOA_API_KEY"],
};

const toPlainText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function createRequest({ method, path, parameters, body, access }: Operation, origin: string): Request {
  const examples = parameters.filter(({ example }) => example !== undefined);
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) =>
    toPlainText(
      examples.find((parameter) => parameter.in === "path" && parameter.name === name)?.example ?? whole,
    ),
  );
  const query = new URLSearchParams();
  for (const { name = "", in: place, example } of examples)
    if (place === "query") query.set(name, toPlainText(example));
  const credential = CREDENTIALS[access];
  const isForm = body?.type === "multipart/form-data";
  return {
    method,
    url: `${origin}${filled}${query.size > 0 ? `?${query}` : ""}`,
    headers: credential ? [[credential[0], credential[1]]] : [],
    credential: credential?.[2],
    json: isForm ? undefined : body?.example,
    form: isForm && typeof body.example === "object" ? { ...body.example } : undefined,
  };
}

const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const isFile = (name: string) => name === "file";
const FILE = "agent.py";

function createCurl({ method, url, headers, credential, json, form }: Request): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${url.includes("&") ? quoteForShell(url) : url}`,
  ];
  for (const [name, prefix] of headers) lines.push(`  -H "${name}: ${prefix}$${credential}"`);
  if (json !== undefined)
    lines.push(
      '  -H "Content-Type: application/json"',
      `  -d ${quoteForShell(JSON.stringify(json, null, 2))}`,
    );
  for (const [name, value] of Object.entries(form ?? {}))
    lines.push(
      isFile(name) ? `  -F file=@${FILE}` : `  -F ${quoteForShell(`${name}=${toPlainText(value)}`)}`,
    );
  return `${lines.join(" \\\n")}\n`;
}

const indentText = (text: string, indent: string) => text.replaceAll("\n", `\n${indent}`);

function createJavascript({ method, url, headers, credential, json, form }: Request): string {
  const fields = [
    ...headers.map(([name, prefix]) => {
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
      return `    ${key}: ${prefix ? `\`${prefix}\${process.env.${credential}}\`` : `process.env.${credential}`},`;
    }),
    ...(json === undefined ? [] : ['    "Content-Type": "application/json",']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(fields.length > 0 ? ["  headers: {", ...fields, "  },"] : []),
    ...(json === undefined
      ? []
      : [`  body: JSON.stringify(${indentText(JSON.stringify(json, null, 2), "  ")}),`]),
    ...(form ? ["  body: form,"] : []),
  ];
  const before = form
    ? [
        'import { openAsBlob } from "node:fs";',
        "",
        "const form = new FormData();",
        ...Object.entries(form).map(([name, value]) =>
          isFile(name)
            ? `form.set("file", await openAsBlob("${FILE}"), "${FILE}");`
            : `form.set(${JSON.stringify(name)}, ${JSON.stringify(toPlainText(value))});`,
        ),
        "",
      ]
    : [];
  const call =
    options.length > 0
      ? `const response = await fetch(${JSON.stringify(url)}, {\n${options.join("\n")}\n});`
      : `const response = await fetch(${JSON.stringify(url)});`;
  return `${[...before, call, "console.log(response.status, await response.text());"].join("\n")}\n`;
}

function createPython({ method, url, headers, credential, json, form }: Request): string {
  const fields = headers.map(([name, prefix]) => {
    const secret = `os.environ["${credential}"]`;
    return `${JSON.stringify(name)}: ${prefix ? `${JSON.stringify(prefix)} + ${secret}` : secret}`;
  });
  const { file, ...texts } = form ?? {};
  const args = [
    `    ${JSON.stringify(url)},`,
    ...(fields.length > 0 ? [`    headers={${fields.join(", ")}},`] : []),
    ...(json === undefined ? [] : [`    json=${toPythonLiteral(json, "    ")},`]),
    ...(Object.keys(texts).length > 0 ? [`    data=${toPythonLiteral(texts, "    ")},`] : []),
    ...(file === undefined ? [] : [`    files={"file": open("${FILE}", "rb")},`]),
    "    timeout=120,",
  ];
  return `${[
    ...(fields.length > 0 ? ["import os"] : []),
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    ...args,
    ")",
    "print(response.status_code, response.text)",
  ].join("\n")}\n`;
}

const WRITERS = { curl: createCurl, javascript: createJavascript, python: createPython };

/** Returns the recorded request of an operation as code that reads the credential from the environment. */
export function createOperationSnippet(
  language: SnippetLanguage,
  operation: Operation,
  origin: string,
): string {
  return WRITERS[language](createRequest(operation, origin));
}
