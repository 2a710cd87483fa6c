/** What differs where nothing is awaited, in the order in which it is replaced. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/^import asyncio\n/gm, ""],
  [/asyncio\.sleep/g, "time.sleep"],
  [/Awaitable\[None\]/g, "None"],
  [/\bAwaitable, /g, ""],
  [/\bawait /g, ""],
  [/an `async with`/g, "a `with`"],
  [/\basync (def|for|with)\b/g, "$1"],
  [/\basynccontextmanager\b/g, "contextmanager"],
  [/\bAsyncGenerator\[(.+?), None\]/g, "Generator[$1, None, None]"],
  [/\bAsync(Agents|Client|Generator|Iterator|Runs|Stoa|Transport)\b/g, "$1"],
  [/\basync_(agents|runs|transport)\b/g, "$1"],
  [/\ba(close|closing|iter_bytes|read)\b/g, "$1"],
  [/\b__a(enter|exit)__\b/g, "__$1__"],
];

/** The modules of the SDK for Python that exist twice, by the name that they have where nothing is awaited. */
export const SYNC_MODULES = ["agents", "client", "runs", "transport"] as const;

/** A module for programs that wait, from the one for those that do not: so that the two cannot come apart. */
export function syncModule(name: string, source: string): string {
  const text = RULES.reduce(
    (written, [pattern, replacement]) => written.replace(pattern, replacement),
    source,
  );
  const left = /(?<!respond-)\b(async|await|asyncio|Awaitable|Async\w+)\b/.exec(text)?.[0];
  if (left !== undefined)
    throw new Error(`async_${name}.py has ${left}, which sdk-sync-python.ts does not know`);
  return `# Generated from async_${name}.py by \`npm run generate\`.\n${text}`;
}
