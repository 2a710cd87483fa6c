import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getCliLine, getLaptopInstallLine, installLine, SDK_PATH, SDK_SOURCE_PATH } from "@stoa/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { serveDocument } from "../platform/http/fixed-document.ts";
import { escapeHtml } from "../platform/http/html.ts";
import { createSiteHeaders } from "../platform/http/security-headers.ts";

interface Package {
  file: string;
  content: Buffer;
  sha256: string;
}

const SIMPLE_INDEX = `${SDK_PATH}simple/`;

/**
 * Serves the SDKs for npm and pip, and lists them for people and for pip (PEP 503). They are a few dozen kilobytes,
 * so they are read once. If they have not been built, these paths return 404. `sourceUrl` is the repository of their
 * source, if the operator has set one; the packages also contain the source.
 */
export function serveSdks(app: FastifyInstance, directory: string, sourceUrl?: string): void {
  const packages = readPackages(directory);
  if (packages.length === 0) return;
  for (const { file, content } of packages) {
    const type = file.endsWith(".tgz") ? "application/gzip" : "application/zip";
    serveDocument(app, SDK_PATH + file, { type, bytes: content }, { packs: false });
  }
  app.get(SDK_PATH.slice(0, -1), (_, reply) => reply.redirect(SDK_PATH));
  app.get(SDK_SOURCE_PATH, (_, reply) => reply.redirect(sourceUrl ?? SDK_PATH));
  app.get(SDK_PATH, (request, reply) => sendPage(reply, listing(getOrigin(request), packages)));
  const projects = new Map(packages.flatMap((found) => renderWheelProject(found)));
  app.get(SIMPLE_INDEX, (_, reply) =>
    sendPage(
      reply,
      page("Simple index", [...projects.keys()].map((name) => link(`${name}/`, name)).join("\n")),
    ),
  );
  for (const [name, wheel] of projects)
    app.get(`${SIMPLE_INDEX}${name}/`, (_, reply) =>
      sendPage(reply, page(name, link(`../../${wheel.file}#sha256=${wheel.sha256}`, wheel.file))),
    );
}

function readPackages(directory: string): Package[] {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((file) => /\.(tgz|whl)$/.test(file));
  return files.sort().map((file) => {
    const content = readFileSync(join(directory, file));
    return { file, content, sha256: createHash("sha256").update(content).digest("hex") };
  });
}

/** Returns a wheel with the normalized project name that pip requests; an empty list for other files. */
function renderWheelProject(found: Package): [string, Package][] {
  const name = /^(\w+)-.*\.whl$/.exec(found.file)?.[1];
  return name === undefined ? [] : [[name.replaceAll("_", "-").toLowerCase(), found]];
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers(createSiteHeaders([]))
    .header("cache-control", "no-cache")
    .type("text/html; charset=utf-8")
    .send(html);
}

/** Returns the URL of this server as its visitor sees it. */
const getOrigin = ({ protocol, host }: FastifyRequest): string => `${protocol}://${host}`;

function listing(origin: string, packages: readonly Package[]): string {
  const files = packages.map(
    ({ file, sha256 }) => `<li>${link(file, file)}<br><code>sha256:${sha256}</code></li>`,
  );
  return page(
    "Stoa SDKs",
    `<p>JavaScript and TypeScript, Node 18 or newer:</p>
<pre>${escapeHtml(installLine("javascript", origin))}</pre>
<p>Python 3.10 or newer:</p>
<pre>${escapeHtml(installLine("python", origin))}</pre>
<p>To run, chat with and publish agents from a terminal or in CI, Node 18 or newer:</p>
<pre>${escapeHtml(`${getCliLine(origin)} login`)}</pre>
<p>To write agents and to check and run them on your own machine (<code>stoa check agent.py</code>), Python 3.10 or newer:</p>
<pre>${escapeHtml(getLaptopInstallLine(origin))}</pre>
<p>Each package contains its documentation and its source. The whole API is described in ${link("/docs", "its reference")}.</p>
<ul>
${files.join("\n")}
</ul>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 48rem; margin: 3rem auto; padding: 0 1rem; }
a { color: inherit; }
pre { padding: .75rem 1rem; border: 1px solid; white-space: pre-wrap; overflow-wrap: anywhere; }
code { overflow-wrap: anywhere; font-size: .8rem; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

const link = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
