import type { Uv } from "../environments/uv.ts";

/** The index that uv uses if none is configured, and the host of its files. */
const PUBLIC_INDEX = "https://pypi.org/simple";
const PUBLIC_FILES = "files.pythonhosted.org:443";

/** The package index that packages are downloaded from. */
export interface PackageIndex {
  /** The URL, which may contain the operator's credentials. */
  url: string;
  /** The hosts of the index and of its files, as `host:port`. */
  hosts: ReadonlySet<string>;
}

function toHostAndPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "http:" ? "80" : "443")}`;
}

/**
 * Returns the index that this machine's uv uses.
 * @param fileHosts further hosts, as `host` or `host:port`, for an index that stores its files elsewhere
 */
export function getPackageIndex({ env }: Uv, fileHosts: readonly string[]): PackageIndex {
  const url = env.UV_DEFAULT_INDEX || PUBLIC_INDEX;
  const parsed = new URL(url);
  const hosts = new Set([toHostAndPort(parsed)]);
  if (parsed.hostname === new URL(PUBLIC_INDEX).hostname) hosts.add(PUBLIC_FILES);
  for (const host of fileHosts) hosts.add(host.includes(":") ? host : `${host}:443`);
  return { url, hosts };
}
