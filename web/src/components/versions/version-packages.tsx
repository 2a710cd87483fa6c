import { formatBytes } from "@stoa/contract/storage-limits";
import type { VersionPackages } from "@stoa/contract/versions";
import { formatPlural } from "../../lib/format.ts";
import { formatDay } from "../../lib/format-time.ts";
import { useVersionPackages } from "../../queries/versions.ts";
import { ErrorState } from "../error-state.tsx";
import { Skeleton } from "../skeleton.tsx";

/** Loads the packages of an agent's current version and lists them. */
export function AgentPackages({
  agent,
}: {
  readonly agent: { readonly id: number; readonly version: number };
}) {
  const found = useVersionPackages(agent.id, agent.version);
  if (found.data) return <PackageList found={found.data} />;
  if (found.isError)
    return <ErrorState title="Could not load the packages" onRetry={() => found.refetch()} />;
  return <Skeleton className="h-40 w-full" />;
}

/**
 * Formats the size of a package. Sizes below 100 kB are rounded up to whole kilobytes, because a small package has only
 * a few kilobytes.
 */
function formatSize(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : formatBytes(bytes);
}

/** Lists the exact versions of an agent's packages. Only the agent's owner sees the build log. */
function PackageList({ found }: { readonly found: VersionPackages }) {
  const { packages, python, fetch_bytes: fetched, installed_bytes: installed, build_log: log } = found;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 text-14">
      <p className="text-ink-2">
        {formatPlural(packages.length, "package")}, {formatSize(fetched)} to download, {formatSize(installed)}{" "}
        installed{python !== null && `, for Python ${python}`}. Each version was chosen at upload and stays
        the same. Stoa does not check for known vulnerabilities, so check versions and dates.
      </p>
      <section
        className="max-h-96 overflow-auto border border-line bg-surface"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Packages"
      >
        <table className="w-full text-left">
          <thead className="text-12 text-ink-2">
            <tr className="border-line border-b">
              <th className="px-4 py-2.5 font-medium">Package</th>
              <th className="px-2 py-2.5 font-medium">Version</th>
              <th className="px-2 py-2.5 text-right font-medium">Size</th>
              <th className="px-4 py-2.5 text-right font-medium">Published</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {packages.map(({ name, version, bytes, released_at: released }) => (
              <tr key={name}>
                <td className="px-4 py-2 [overflow-wrap:anywhere]">{name}</td>
                <td className="mono px-2 py-2 text-12 [overflow-wrap:anywhere]">{version}</td>
                <td className="mono whitespace-nowrap px-2 py-2 text-right text-12">
                  {bytes === null ? "Unknown" : formatSize(bytes)}
                </td>
                <td className="mono whitespace-nowrap px-4 py-2 text-right text-12">
                  {released === null ? "Unknown" : formatDay(released)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {log !== undefined && (
        <details>
          <summary className="cursor-pointer py-2 text-ink-2">Build log</summary>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
            tabIndex={0}
            className="mono max-h-96 overflow-auto border border-line bg-sunken p-4 text-12"
          >
            {log}
          </pre>
        </details>
      )}
    </div>
  );
}
