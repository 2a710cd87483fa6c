import { ErrorCode } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { PlanType } from "../plan-type.ts";
import { PLANS } from "../plans.ts";
import {
  ADDRESS_RATES,
  KEY_RATE_SHARE,
  PLAN_RATES,
  PLAN_RUNS_AT_ONCE,
  RATE_WINDOW_SECONDS,
  type RateClass,
} from "../rate-limits.ts";
import { DEFAULT_SCOPES, SCOPE_LABELS, SCOPES } from "../scope-labels.ts";
import { ERROR_DESCRIPTIONS } from "./failure-descriptions.ts";

const CLASSES: Readonly<Record<RateClass, string>> = {
  reads: "Reading",
  changes: "Changes",
  runs: "Starting a run",
  uploads: "Uploads, file inspections and account exports",
};

const formatRow = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const formatCount = (count: number) => count.toLocaleString("en-US");

function formatRateTable(): string {
  const plans = PlanType.options;
  const classes = Object.entries(CLASSES) as [RateClass, string][];
  return [
    formatRow(["Limit", ...plans.map((plan) => PLANS[plan].name)]),
    formatRow(["---", ...plans.map(() => "---:")]),
    ...classes.map(([name, title]) =>
      formatRow([title, ...plans.map((plan) => formatCount(PLAN_RATES[plan][name]))]),
    ),
    formatRow(["Concurrent runs", ...plans.map((plan) => formatCount(PLAN_RUNS_AT_ONCE[plan]))]),
  ].join("\n");
}

const formatScopeTable = () =>
  [
    formatRow(["Scope", "Allows"]),
    formatRow(["---", "---"]),
    ...SCOPES.map((scope) => formatRow([`\`${scope}\``, SCOPE_LABELS[scope].opens])),
  ].join("\n");

const formatErrorTable = () =>
  [
    formatRow(["Code", "Meaning"]),
    formatRow(["---", "---"]),
    ...ErrorCode.options.map((code) => formatRow([`\`${code}\``, ERROR_DESCRIPTIONS[code]])),
  ].join("\n");

interface Chapter {
  title: string;
  text: string;
}

/** The chapters that apply to every operation, in Markdown. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: "Getting started",
    text: `The base path of the API is \`/api/v1\`; \`/api\` without \`v1\` is an alias. Request and response bodies are JSON in UTF-8. Amounts are JSON numbers in US dollars, times are ISO 8601 in UTC, and durations are in seconds.

Programs use the **[Public API](#tag-public-api)** (\`/sdk/...\`) with an API key from your dashboard. The web app uses the other operations with a session. To run your first agent, set \`STOA_URL\` to the URL of this server:

\`\`\`sh
curl $STOA_URL/api/v1/sdk/agents/1/execute \\
  -H "X-API-Key: $STOA_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"input_data": {"message": "My order arrived broken. What now?"}}'
\`\`\`

You are charged for what the run used; \`total_cost\` in the response is the amount by which your balance decreased. You can install clients for JavaScript and Python from [this server](/sdk/). They handle streaming, resuming and retries for you.`,
  },
  {
    title: "Authentication",
    text: `There are two kinds of credentials:

- **API key**, for programs that act for an account. Send \`X-API-Key: <key>\` or \`Authorization: Bearer <key>\`.
- **Session**, for a signed-in user. A session can call every operation except \`/sdk/...\` and \`/agents/{id}/invoke\`. Only a session can manage keys, the password, the email address and spending limits, sign out everywhere, and delete the account. Send \`Authorization: Bearer <access_token>\` with the token that [login](#account.login) or [register](#account.register) returns. The token is valid for 30 days or until the session ends.

A key has scopes, and each operation names the scope that it needs. If the key lacks that scope, the response is 403 \`insufficient_scope\`, and \`detail\` names the scope. The main key has every scope. A key that is created without a list of scopes has ${DEFAULT_SCOPES.map((scope) => `\`${scope}\``).join(", ")}.

${formatScopeTable()}

Some operations need no credential; if you send one, the response can include data of your account. All other operations return 401 if the credential is missing or invalid. A resource of another account returns 404, as if it did not exist.

An account can have ${LIMITS.namedKeys} keys in addition to the main key, each with its own scopes and spending limits. See [API keys](#tag-api-keys).`,
  },
  {
    title: "Errors",
    text: `Every error is [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) \`application/problem+json\`: \`error\` is a stable code for programs. \`detail\` is an explanation for people, and its text may change. \`request_id\` identifies the request in the server's log and is also sent in the header \`X-Request-Id\`. If fields are invalid, \`errors\` lists each one. A run whose agent failed is not an API error: the response is 200 with \`success: false\` and a cost of 0.

In addition to the statuses that an operation lists, every operation can return 400 for malformed HTTP, 431 if the headers are too large, and 408 if the request arrives too slowly.

${formatErrorTable()}`,
  },
  {
    title: "Rate limits",
    text: `Your plan determines how many requests you can send per ${RATE_WINDOW_SECONDS} seconds and how many runs can be active at the same time:

${formatRateTable()}

One API key can use ${KEY_RATE_SHARE * 100}% of its owner's requests. Active runs are counted per account, over all its keys; the runs that a run starts do not count. Per ${RATE_WINDOW_SECONDS} seconds, one IP address can send ${formatCount(ADDRESS_RATES.anonymous)} requests without a credential, ${formatCount(ADDRESS_RATES.sign_in)} requests to sign in or sign up, and ${formatCount(ADDRESS_RATES.credentials)} requests with an invalid credential. The operator of a server can set other limits.

Each response reports your limits ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)): \`q\` is the limit, \`w\` the window in seconds, \`r\` the number of requests that are left, and \`t\` the number of seconds until the window ends.

\`\`\`http
RateLimit-Policy: "runs";q=300;w=60, "runs_key";q=240;w=60
RateLimit: "runs";r=282;t=41, "runs_key";r=222;t=17
\`\`\`

A request or run above a limit gets 429 with \`Retry-After\` and the code \`rate_limited\`. It does not count toward the limit and starts nothing.`,
  },
  {
    title: "Idempotency",
    text: `A connection can break after a run has started and before its response arrives. To retry safely, send an \`Idempotency-Key\` of your choice, at most ${LIMITS.idempotencyKeyMaxLength} characters long and different for each run. If you repeat the request with the same key and the same body within 24 hours, no second run is started or charged. The response depends on the first run:

- The run has ended: you get its response again, with \`Idempotent-Replayed: true\`. This includes failed runs.
- The run is active: 409 \`idempotency_in_flight\` with \`Retry-After\`. With \`Accept: text/event-stream\` you join the stream of the run instead; with \`Prefer: respond-async\` you get the ID of the run.
- The body is different: 422 \`idempotency_mismatch\`.

After 402, 429 or 503 you can use the same key again.`,
  },
  {
    title: "Streaming and asynchronous runs",
    text: `You can get the result of a run in three ways:

- **Synchronously**: send no further headers. The response arrives when the run has ended.
- **As a stream**: send \`Accept: text/event-stream\`. The events are \`status\`, \`output\`, \`step\`, \`node\` (for workflows), \`cost\` and finally \`result\`. The \`id\` of an event is its position in the run. If the connection breaks, the run continues: call \`GET .../runs/{id}/events\` with \`Last-Event-ID\` to resume after the last event that you received.
- **Asynchronously**: send \`Prefer: respond-async\`. The response is 202 with the ID of the run and a \`Location\`. You can poll that URL (\`Retry-After\` says when), follow the events, or stop the run. With \`wait=n\`, the server first waits up to n seconds for the run to end.`,
  },
  {
    title: "Paging",
    text: `Lists return \`next_cursor\`. Send it as \`cursor\` to get the next page; null means that there are no more pages. The default \`limit\` is ${LIMITS.pageDefault}, the maximum ${LIMITS.pageMax}. Some lists also accept \`offset\`, up to ${formatCount(LIMITS.offsetMax)}, but a cursor is faster and never skips an item.`,
  },
];
