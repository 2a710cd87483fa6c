/**
 * Headers that apply to one connection (RFC 9110, 7.6.1), and headers with which one server could speak for another.
 */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers that the connection and the body determine; the caller's values are ignored. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(["host", "content-length", "expect", "accept-encoding"]);

/** Returns the headers to send. Compression is not accepted, because a small body can unpack to gigabytes. */
export function requestHeaders(given: Readonly<Record<string, string>>): Record<string, string> {
  const sent: Record<string, string> = { "accept-encoding": "identity" };
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!OF_THE_CONNECTION.has(lower) && !OF_THE_REQUEST.has(lower)) sent[lower] = value;
  }
  return sent;
}

/** Returns the headers of a response without hop-by-hop headers, and without cookies unless `keepsCookies` is set. */
export function answerHeaders(
  raw: Readonly<Record<string, string | string[] | undefined>>,
  keepsCookies = false,
): Record<string, string> {
  const named = (joinValues(raw.connection) ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    const text = joinValues(value);
    if (text === undefined || OF_THE_CONNECTION.has(name) || named.includes(name)) continue;
    if (name !== "set-cookie" && name !== "set-cookie2") kept[name] = text;
    else if (keepsCookies) kept[name] = Array.isArray(value) ? value.join("\n") : text;
  }
  return kept;
}

function joinValues(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}
