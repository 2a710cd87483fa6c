import { boundText } from "@stoa/contract/bounded-text";

/** The maximum length of a server's own explanation. Some servers send a whole page. */
const MAX_TEXT_CHARS = 300;
/** The maximum length of every other reason. */
const MAX_REASON_CHARS = 1_200;

interface ClientError extends Error {
  /** The status of a refused request, or the SDK's name for its error. */
  code?: unknown;
  status?: unknown;
  text?: unknown;
  data?: { status?: unknown; text?: unknown };
}

/** Returns the HTTP status with which a server refused a request, or undefined for every other error. */
export function getStatus(error: unknown): number | undefined {
  const { status, data, code } = error instanceof Error ? (error as ClientError) : {};
  return [status, data?.status, code].find(
    (value): value is number => typeof value === "number" && value >= 300,
  );
}

function describeStatus(status: number, { data, text = data?.text }: ClientError): string {
  const said =
    typeof text === "string" && text.trim() !== "" && !/^\s*</.test(text)
      ? `: ${boundText(text.trim(), MAX_TEXT_CHARS)}`
      : "";
  if (status === 401 || status === 403)
    return `it answered with HTTP ${status}${said}. It needs a credential, or refuses the one that was sent`;
  if (status === 404 || status === 405)
    return `it answered with HTTP ${status}${said}. Check the path of its URL, which usually ends with /mcp`;
  return `it answered with HTTP ${status}${said}`;
}

/** Matches the SDK's messages for answers that are not JSON, not a message of the protocol, or of another media type. */
const UNREADABLE = /unusable reply|^Unexpected content type|^\[\s*\{\s*"(?:code|expected)"|is not valid JSON/;
const NEGOTIATION = "Version negotiation probe failed: ";
/** The beginning of errors that the server itself sent. */
const ERROR_OF_SERVER = /^MCP error -?\d+: /;

/** Returns why an MCP server could not be used, as the end of a sentence that names the server. */
export function describeMcpFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  const failure = error as ClientError;
  if (/Redirect (?:to|from) /.test(error.message))
    return error.message.replace(/^.*?(?=Redirect )/, "").replace(/ \(redirectPolicy: .*$/, "");
  const status = getStatus(error);
  if (status !== undefined) return describeStatus(status, failure);
  if (failure.code === "REQUEST_TIMEOUT" || /timed? ?out/i.test(error.message))
    return `it did not answer within ${timeoutMs / 1_000} seconds`;
  const message = error.message.replace(NEGOTIATION, "").replace(ERROR_OF_SERVER, "");
  if (UNREADABLE.test(message))
    return "it does not speak MCP: its answer is not a message of the protocol. Check the URL";
  return boundText(message, MAX_REASON_CHARS);
}
