import { OutboundError } from "./outbound.ts";

type Code = OutboundError["code"];

const KINDS: readonly [pattern: RegExp, code: Code, message: string][] = [
  [
    /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|ETIMEOUT)/,
    "not_found",
    "The name of the server could not be resolved",
  ],
  [/^UND_ERR_CONNECT_TIMEOUT$/, "timeout", "The server could not be connected to in time"],
  [/^UND_ERR_HEADERS_TIMEOUT$/, "timeout", "The server did not begin to answer in time"],
  [/^UND_ERR_BODY_TIMEOUT$/, "timeout", "The server stopped in the middle of its answer"],
  [
    /^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_TLS_|ERR_SSL_|EPROTO)/,
    "tls",
    "The server's certificate or encryption is not valid",
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "bad_answer", "The head of the answer is too large"],
  [
    /^(HPE_|HTTPParserError|UND_ERR_RES)/,
    "bad_answer",
    "The server answered with something that is not HTTP",
  ],
];

/** Converts an error to a stable code and a message that contains no address. */
export function outboundFailure(error: unknown, phase: "head" | "body"): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = codeOf(error);
  const known = KINDS.find(([pattern]) => pattern.test(code));
  if (known) return new OutboundError(known[1], known[2], { cause: error });
  return phase === "body"
    ? new OutboundError("bad_answer", "The server broke off in the middle of its answer", { cause: error })
    : new OutboundError("unreachable", "The server could not be reached", { cause: error });
}

/** If several addresses were tried, the first failure represents all of them. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
