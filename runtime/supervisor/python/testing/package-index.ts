import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { strToU8, zipSync } from "fflate";

/** One file of a package on the index. */
export interface IndexedPackage {
  name: string;
  version?: string;
  /** The files of the wheel, keyed by path. Default: one module with the package's name. */
  files?: Record<string, string | Uint8Array>;
  /** The packages that this package depends on. */
  requires?: readonly string[];
  /** Whether only source code is published, as with many typosquats. */
  isSourceOnly?: boolean;
  /** The publication date. Default: long ago. */
  publishedAt?: string;
  /** The size that the index reports, if it is not the real size. */
  claimedSize?: number;
  /** The host that serves the file, if it is not the index. */
  fileHost?: string;
}

interface IndexedFile {
  filename: string;
  content: Uint8Array;
  metadata: string;
  packed: IndexedPackage;
}

export interface TestIndex {
  /** The value of UV_DEFAULT_INDEX. */
  url: string;
  /** The paths that were requested. */
  readonly requests: string[];
  add(...packages: IndexedPackage[]): void;
  close(): Promise<void>;
}

const sha256 = (content: Uint8Array | string) => createHash("sha256").update(content).digest("hex");

function pack(packed: IndexedPackage): IndexedFile {
  const { name, version = "1.0", requires = [], isSourceOnly } = packed;
  const module = name.replaceAll("-", "_");
  const lines = ["Metadata-Version: 2.1", `Name: ${name}`, `Version: ${version}`];
  const metadata = [...lines, ...requires.map((item) => `Requires-Dist: ${item}`), ""].join("\n");
  const folder = `${module}-${version}.dist-info`;
  const files: Record<string, string | Uint8Array> = packed.files ?? {
    [`${module}.py`]: `VERSION = "${version}"\n`,
  };
  const wheel = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n";
  const all: Record<string, string | Uint8Array> = {
    ...files,
    [`${folder}/METADATA`]: metadata,
    [`${folder}/WHEEL`]: wheel,
  };
  const record = [...Object.keys(all), `${folder}/RECORD`].map((path) => `${path},,`).join("\n");
  const entries = Object.entries({ ...all, [`${folder}/RECORD`]: `${record}\n` });
  const content = zipSync(
    Object.fromEntries(
      entries.map(([path, text]) => [path, typeof text === "string" ? strToU8(text) : text]),
    ),
    // The same files must always produce the same wheel, because locks contain its hash.
    { mtime: "2020-01-01T00:00:00" },
  );
  const filename = isSourceOnly ? `${module}-${version}.tar.gz` : `${module}-${version}-py3-none-any.whl`;
  return { filename, content, metadata, packed };
}

/** Starts a package index (PEP 691) on this machine. */
export async function startPackageIndex(...packages: IndexedPackage[]): Promise<TestIndex> {
  const files: IndexedFile[] = [];
  const requests: string[] = [];
  let origin = "";

  function answerProject(name: string, response: ServerResponse): void {
    const found = files.filter(({ packed }) => packed.name === name);
    if (found.length === 0) {
      response.writeHead(404).end();
      return;
    }
    const body = {
      meta: { "api-version": "1.1" },
      name,
      versions: [...new Set(found.map(({ packed }) => packed.version ?? "1.0"))],
      files: found.map(({ filename, content, metadata, packed }) => ({
        filename,
        url: `${packed.fileHost ?? origin}/files/${filename}`,
        hashes: { sha256: sha256(content) },
        size: packed.claimedSize ?? content.length,
        "upload-time": packed.publishedAt ?? "2020-01-01T00:00:00Z",
        ...(!packed.isSourceOnly && { "core-metadata": { sha256: sha256(metadata) } }),
      })),
    };
    response
      .writeHead(200, { "content-type": "application/vnd.pypi.simple.v1+json" })
      .end(JSON.stringify(body));
  }

  const server = createServer(({ url = "" }, response) => {
    requests.push(url);
    const project = /^\/simple\/([^/]+)\/?$/.exec(url)?.[1];
    if (project !== undefined) {
      answerProject(project, response);
      return;
    }
    const filename = /^\/files\/(.+?)(\.metadata)?$/.exec(url);
    const file = files.find((item) => item.filename === filename?.[1]);
    if (!file) response.writeHead(404).end();
    else response.writeHead(200).end(filename?.[2] === undefined ? file.content : file.metadata);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files.push(...packages.map(pack));
  return {
    url: `${origin}/simple`,
    requests,
    add: (...more) => void files.push(...more.map(pack)),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
