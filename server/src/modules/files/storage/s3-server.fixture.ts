import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "./s3-settings.ts";

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL("../../../../../.cache", import.meta.url));
const BUCKET = "files";
const REGION = "us-east-1";
const CREDENTIALS = { accessKeyId: "key", secretAccessKey: "secretsecret" };
/** A server starts within a few seconds, on a busy machine. */
const START_MS = 60_000;
const ATTEMPT_MS = 100;

/** A server with the API of S3 that tests can start. */
export interface S3Server {
  title: string;
  /** Installs the server once per machine. @returns why that is impossible, or undefined */
  install(): Promise<string | undefined>;
  /** Starts the server with an empty bucket. */
  start(): Promise<{ settings: S3Settings; stop: () => Promise<void> }>;
}

interface Program {
  title: string;
  /** The package with its version. */
  package: string;
  path: string;
  /** What exists if the package is installed, if that is not the program. */
  installed?: string;
  build: () => Promise<unknown>;
  /** @param folder an empty folder, which is removed at the end */
  listArguments: (port: number, folder: string) => string[];
}

const MOTO_FOLDER = join(CACHE, "s3-server");
const MOTO: Program = {
  title: "moto, which keeps everything in its memory",
  package: "moto[s3,server]==5.2.1",
  path: join(MOTO_FOLDER, "bin", "python"),
  installed: join(MOTO_FOLDER, "bin", "moto_server"),
  async build() {
    const python = join(MOTO_FOLDER, "bin", "python");
    await run("python3", ["-m", "venv", "--clear", MOTO_FOLDER]);
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", MOTO.package]);
  },
  // The script in `bin` has the path of the folder in which it was installed, and works nowhere else.
  listArguments: (port) => ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
};

const GATEWAY_FOLDER = join(CACHE, "s3-gateway");
/** A store for production. It checks signatures, checksums and the sizes of parts, which moto does not. */
const GATEWAY: Program = {
  title: "Versity S3 Gateway on a disk",
  package: "github.com/versity/versitygw/cmd/versitygw@v1.8.0",
  path: join(GATEWAY_FOLDER, "versitygw"),
  build: () => run("go", ["install", GATEWAY.package], { env: { ...process.env, GOBIN: GATEWAY_FOLDER } }),
  listArguments: (port, folder) => [
    ...["--access", CREDENTIALS.accessKeyId, "--secret", CREDENTIALS.secretAccessKey, "--region", REGION],
    ...["--port", `127.0.0.1:${port}`, "--quiet"],
    // Not every file system has the extended attributes in which it would keep what it knows of objects.
    ...["posix", "--sidecar", join(folder, "metadata"), join(folder, "objects")],
  ],
};

export const S3_SERVERS: readonly S3Server[] = [MOTO, GATEWAY].map((program) => ({
  title: program.title,
  install: () => install(program),
  start: () => start(program),
}));

async function install(program: Program): Promise<string | undefined> {
  try {
    if (!existsSync(program.installed ?? program.path)) await program.build();
    return undefined;
  } catch (error) {
    return `could not install ${program.package}: ${error instanceof Error ? error.message : "unknown"}`;
  }
}

async function start(program: Program) {
  const folder = await mkdtemp(join(tmpdir(), "stoa-s3-"));
  for (const name of ["metadata", "objects"]) await mkdir(join(folder, name));
  const port = await findFreePort();
  const server = spawn(program.path, program.listArguments(port, folder), { stdio: "ignore" });
  const settings = { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: REGION, ...CREDENTIALS };
  await createBucket(settings);
  return {
    settings,
    async stop() {
      await stop(server);
      await rm(folder, { recursive: true });
    },
  };
}

/** Creates the bucket as soon as the server has started. */
async function createBucket({ endpoint, bucket }: { endpoint: string; bucket: string }): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    forcePathStyle: true,
    maxAttempts: 1,
  });
  try {
    for (const until = Date.now() + START_MS; ; await pause(ATTEMPT_MS))
      try {
        await client.send(new CreateBucketCommand({ Bucket: bucket }));
        return;
      } catch (error) {
        if (Date.now() > until) throw new Error("the S3 server did not start", { cause: error });
      }
  } finally {
    client.destroy();
  }
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  server.kill();
  await ended;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("there is no free port");
  return address.port;
}
