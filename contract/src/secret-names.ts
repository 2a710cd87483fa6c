/**
 * Shorter secrets are not masked, because they occur in any text as ordinary words, and masking would destroy
 * answers.
 */
export const SHORTEST_MASKED_SECRET = 8;

const NAME = /^[A-Z_][A-Z0-9_]*$/;
/** The maximum length of a name. The names that known services use are far shorter. */
const NAME_MAX_LENGTH = 128;

/** Names that a secret cannot have, with the reason and what to do instead. */
const RESERVED: readonly (readonly [RegExp, string])[] = [
  [
    /^(OPENAI|ANTHROPIC)_(API_KEY|BASE_URL|API_BASE|AUTH_TOKEN)$/,
    "is set by Stoa, so that models are called and metered here. Store your own key under another name, such as MY_OPENAI_KEY, and pass it together with base_url",
  ],
  [/^STOA_/, "is reserved, because Stoa sets the variables that begin with STOA_. Use another name"],
  [
    /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z_]+|TZ|SHELL|IFS|ENV|BASH_ENV|PWD|USER|LOGNAME)$/,
    "is reserved, because it is a system variable of the sandbox. Use another name",
  ],
  [
    /^(LD|PYTHON|MALLOC|GLIBC|GCONV|NLS|LOCPATH|UV|PIP)(_|[A-Z]|$)/,
    "is reserved, because it changes how programs are loaded. Use another name",
  ],
  [
    /^(SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GRPC_DEFAULT_SSL_ROOTS_FILE_PATH|TIKTOKEN_CACHE_DIR)$/,
    "is reserved, because Stoa sets it to a path in the sandbox. Use another name",
  ],
  [
    /^((HTTP|HTTPS|ALL|NO|FTP)_PROXY)$/,
    "is reserved, because a proxy would bypass the sandbox's connection to the internet. Declare the hosts that your agent reaches instead",
  ],
];

/** Returns why Stoa does not accept a secret of this name; undefined if it does. */
export function findNameProblem(name: string): string | undefined {
  const reason = RESERVED.find(([pattern]) => pattern.test(name))?.[1];
  if (reason !== undefined) return `${name} ${reason}.`;
  if (name.length > NAME_MAX_LENGTH) return `A name can have at most ${NAME_MAX_LENGTH} characters.`;
  return NAME.test(name)
    ? undefined
    : `"${name.slice(0, NAME_MAX_LENGTH)}" is not a valid name for a secret. Use capital letters, digits and underscores, such as TAVILY_API_KEY.`;
}

/** Returns whether a name is reserved for Stoa or the system, so that no secret can have it. */
export function isReservedName(name: string): boolean {
  return RESERVED.some(([pattern]) => pattern.test(name));
}
