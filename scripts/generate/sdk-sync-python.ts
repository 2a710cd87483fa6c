/** The differences between synchronous and asynchronous code, in the order of replacement. */
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
  [
    /\bAsync(Agents|Client|Conversations|Files|Generator|Iterator|RememberedValues|Runs|Stoa|Transport)\b/g,
    "$1",
  ],
  [/\basync_(agents|conversations|files|remembered_values|runs|transport)\b/g, "$1"],
  [/\ba(close|closing|iter_bytes|read)\b/g, "$1"],
  [/\b__a(enter|exit)__\b/g, "__$1__"],
];

/** The synchronous modules of the Python SDK, each of which is generated from an asynchronous module. */
export const SYNC_MODULES = [
  "agents",
  "client",
  "conversations",
  "files",
  "remembered_values",
  "runs",
  "transport",
] as const;

/** Returns the synchronous module, generated from the asynchronous one so that the two cannot diverge. */
export function syncModule(name: string, source: string): string {
  const text = RULES.reduce(
    (written, [pattern, replacement]) => written.replace(pattern, replacement),
    source,
  );
  const left = /(?<!respond-)\b(async|await|asyncio|Awaitable|Async\w+)\b/.exec(text)?.[0];
  if (left !== undefined)
    throw new Error(`async_${name}.py contains ${left}, which sdk-sync-python.ts cannot convert`);
  return `# Generated from async_${name}.py by \`npm run generate\`.\n${text}`;
}
