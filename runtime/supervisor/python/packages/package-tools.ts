import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS } from "@stoa/contract";
import { getAbi, getInstallerLock } from "../environments/digest.ts";
import { openFolder, sweepDrafts } from "../environments/draft-folder.ts";
import { InstallationFailure } from "../environments/installation-failure.ts";
import { obtainUv, type Uv } from "../environments/uv.ts";
import type { SandboxSetup } from "../sandbox-command.ts";
import { IndexRelay } from "./index-relay.ts";
import { getPackageFolders, type PackageFolders } from "./package-folders.ts";
import { PackagesUnavailable } from "./package-refusal.ts";
import { runBehindWall, type WallEnd, type WallJob } from "./package-wall.ts";

/**
 * The maximum download of a resolution, which reads the metadata of up to 200 packages, a few megabytes each at most.
 */
const METADATA_BYTES = 300_000_000;
/** The index that uv uses if none is configured, and the host of its files. */
const PUBLIC_INDEX = "https://pypi.org/simple";
const PUBLIC_FILES = "files.pythonhosted.org:443";

export interface PackageToolsOptions {
  setup: SandboxSetup;
  /** The folder of environments. Its subfolder `packages` contains developers' packages. */
  environmentsDirectory: string;
  /** The repository's `runtime/python`, which contains uv's lock file. */
  sourceDirectory: string;
  /** Returns the path of a new socket, in a folder that the sandbox's user can enter. */
  createSocketPath: () => string;
  /** Further hosts of the index's files. */
  fileHosts: readonly string[];
  /** The maximum size of an environment in bytes; LIMITS.packageInstalledBytes by default. */
  maxInstalledBytes?: number;
}

/** The tools that resolve and install packages on this machine. */
export interface PackageTools {
  setup: SandboxSetup;
  folders: PackageFolders;
  /** The platform of this machine's Python. */
  abi: string;
  maxInstalledBytes: number;
  /** Runs uv in its sandbox, with access to the package index only. */
  run(
    job: Pick<WallJob, "folder" | "arguments" | "environment" | "timeoutMs" | "maxBytes">,
  ): Promise<WallEnd>;
}

/** The package index that packages are downloaded from. */
interface PackageIndex {
  /** The URL, which may contain the operator's credentials. */
  url: string;
  /** The hosts of the index and of its files, as `host:port`. */
  hosts: ReadonlySet<string>;
}

async function findProgram(command: string): Promise<string> {
  if (command.includes("/")) return realpath(command);
  for (const folder of (process.env.PATH ?? "").split(":")) {
    const found = await realpath(join(folder, command)).catch(() => undefined);
    if (found !== undefined) return found;
  }
  throw new InstallationFailure(`${command} was not found.`, "Install uv.", true);
}

function toHostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "http:" ? "80" : "443")}`;
}

/**
 * Returns the index that this machine's uv uses.
 * @param fileHosts further hosts, as `host` or `host:port`, for an index that stores its files elsewhere
 */
function getPackageIndex({ env }: Uv, fileHosts: readonly string[]): PackageIndex {
  const url = env.UV_DEFAULT_INDEX || PUBLIC_INDEX;
  const parsed = new URL(url);
  const hosts = new Set([toHostAndPort(parsed)]);
  if (parsed.hostname === new URL(PUBLIC_INDEX).hostname) hosts.add(PUBLIC_FILES);
  for (const host of fileHosts) hosts.add(host.includes(":") ? host : `${host}:443`);
  return { url, hosts };
}

function getEnvironment({ env }: Uv, { url }: PackageIndex): Record<string, string> {
  const settings = { ...env, UV_DEFAULT_INDEX: url };
  return Object.fromEntries(
    Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * Finds or installs uv and prepares the folder of developers' packages.
 * @throws PackagesUnavailable if this machine cannot install packages
 */
export async function openPackageTools(options: PackageToolsOptions): Promise<PackageTools> {
  const { setup, environmentsDirectory, sourceDirectory, createSocketPath, fileHosts } = options;
  try {
    const abi = await getAbi(setup.python);
    const folders = getPackageFolders(environmentsDirectory, abi);
    await openFolder(environmentsDirectory);
    await openFolder(folders.environments);
    await sweepDrafts(folders.environments);
    const lock = getInstallerLock(sourceDirectory);
    const uv = await obtainUv(environmentsDirectory, lock, setup.python.executable);
    const program = await findProgram(uv.command);
    const index = getPackageIndex(uv, fileHosts);
    return {
      setup,
      folders,
      abi,
      maxInstalledBytes: options.maxInstalledBytes ?? LIMITS.packageInstalledBytes,
      async run(job) {
        const relay = await IndexRelay.open({
          path: createSocketPath(),
          ownerUid: setup.dropToUid,
          hosts: index.hosts,
          maxBytes: LIMITS.packageFetchBytes + METADATA_BYTES,
        });
        try {
          const environment = { ...getEnvironment(uv, index), ...job.environment };
          const end = await runBehindWall({ ...job, setup, uv: program, relay: relay.path, environment });
          if (end.kind !== "failed") return end;
          const refused = [...relay.refused].map((host) => `\nnot a host of the index: ${host}`);
          return relay.isExhausted ? { kind: "full" } : { ...end, output: end.output + refused.join("") };
        } finally {
          relay.close();
        }
      },
    };
  } catch (error) {
    const detail = error instanceof InstallationFailure ? `${error.message} ${error.remedy}` : String(error);
    throw new PackagesUnavailable("This server cannot install packages. Ask its operator.", detail);
  }
}
