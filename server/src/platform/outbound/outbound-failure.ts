import { OutboundError } from "./outbound.ts";

type Code = OutboundError["code"];

const KINDS: readonly [pattern: RegExp, code: Code, message: string][] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|ETIMEOUT)/, "not_found", "Host name not found"],
  [/^UND_ERR_CONNECT_TIMEOUT$/, "timeout", "Connecting to the server timed out"],
  [/^UND_ERR_HEADERS_TIMEOUT$/, "timeout", "The server did not start to respond in time"],
  [/^UND_ERR_BODY_TIMEOUT$/, "timeout", "The server stopped sending in the middle of its response"],
  [
    /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_|EPROTO)/,
    "tls",
    "The server's TLS certificate or configuration is invalid",
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "bad_answer", "The response headers are too large"],
  [/^(HPE_|HTTPParserError|UND_ERR_RES)/, "bad_answer", "The server's response is not valid HTTP"],
];

/** Converts an error to a stable code and a message that contains no address. */
export function toOutboundError(error: unknown, phase: "head" | "body"): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = getCode(error);
  const known = KINDS.find(([pattern]) => pattern.test(code));
  if (known) return new OutboundError(known[1], known[2], { cause: error });
  return phase === "body"
    ? new OutboundError("bad_answer", "The server closed the connection in the middle of its response", {
        cause: error,
      })
    : new OutboundError("unreachable", "The server could not be reached", { cause: error });
}

/** Returns the code of an error. If several addresses were tried, the first failure represents all of them. */
function getCode(error: unknown): string {
  if (error instanceof AggregateError) return getCode(error.errors[0]);
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
