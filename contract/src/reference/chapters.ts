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

const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
const figure = (count: number) => count.toLocaleString("en-US");

function rateTable(): string {
  const plans = PlanType.options;
  const classes = Object.entries(CLASSES) as [RateClass, string][];
  return [
    row(["Limit", ...plans.map((plan) => PLANS[plan].name)]),
    row(["---", ...plans.map(() => "---:")]),
    ...classes.map(([name, title]) => row([title, ...plans.map((plan) => figure(PLAN_RATES[plan][name]))])),
    row(["Concurrent runs", ...plans.map((plan) => figure(PLAN_RUNS_AT_ONCE[plan]))]),
  ].join("\n");
}

const scopeTable = () =>
  [
    row(["Scope", "Opens"]),
    row(["---", "---"]),
    ...SCOPES.map((scope) => row([`\`${scope}\``, SCOPE_LABELS[scope].opens])),
  ].join("\n");

const errorTable = () =>
  [
    row(["Code", "Meaning"]),
    row(["---", "---"]),
    ...ErrorCode.options.map((code) => row([`\`${code}\``, ERROR_DESCRIPTIONS[code]])),
  ].join("\n");

interface Chapter {
  title: string;
  text: string;
}

/** What applies to every operation. Markdown. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: "Getting started",
    text: `The API lives at \`/api/v1\` of this server; \`/api\` without \`v1\` is the same. Bodies are JSON in UTF-8, amounts are US dollars as JSON numbers, times are ISO 8601 in UTC, durations are seconds.

Programs use the **[Public API](#tag-public-api)** (\`/sdk/...\`) with an API key, which is in the dashboard. Everything else is what the web app itself uses, with a session. A first run, with \`STOA_BASE_URL\` as the address of this server:

\`\`\`sh
curl $STOA_BASE_URL/api/v1/sdk/agents/1/execute \\
  -H "X-API-Key: $STOA_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"input_data": {"message": "My order arrived broken. What now?"}}'
\`\`\`

It costs what it used; \`total_cost\` of the answer is what the balance fell by. Clients for JavaScript and Python, which stream, resume and repeat for you, are installed from [this server](/sdk/).`,
  },
  {
    title: "Authentication",
    text: `Two credentials:

- **API key**, for everything that a program does for an account: \`X-API-Key: <key>\`, or \`Authorization: Bearer <key>\`.
- **Session**, for the same, but not for \`/sdk/...\` and \`/agents/{id}/invoke\`, and for what a key never opens: keys, password, email address, spending limits, signing out everywhere and deletion. Send \`Authorization: Bearer <access_token>\`, with the token that [login](#account.login) and [register](#account.register) answer. It is valid for 30 days or until it is ended.

A key has scopes, and each operation names the one that it needs. Without it the answer is 403 \`insufficient_scope\`, which names the scope. The main key has all of them; a key that is made without naming any has ${DEFAULT_SCOPES.map((scope) => `\`${scope}\``).join(", ")}.

${scopeTable()}

Some operations are open to anyone; with a credential they also know who asks. Without a credential, or with one that is not valid, the answer is 401. What belongs to somebody else is 404, as if it were not there.

An account may have ${LIMITS.namedKeys} keys besides its main one, each with scopes and spending limits of its own: [API keys](#tag-api-keys).`,
  },
  {
    title: "Errors",
    text: `Every error is [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) \`application/problem+json\`: \`detail\` is for people and may change, \`error\` is a stable code for programs, \`request_id\` finds the request in the server's log (also in the header \`X-Request-Id\`). Where fields are wrong, \`errors\` names each. An agent's own failure is no error of the call: 200 with \`success: false\` and cost 0.

Besides what an operation lists, a request that is not HTTP as it should be is answered 400, one whose headers are too large 431, one that arrives too slowly 408.

${errorTable()}`,
  },
  {
    title: "Rate limits",
    text: `Each person may ask so often in ${RATE_WINDOW_SECONDS} seconds, and have so many active runs at once, by plan:

${rateTable()}

One API key has ${KEY_RATE_SHARE * 100} % of its owner's requests; active runs are counted for the account with all its keys, and what a run calls is not counted besides. One address may make ${figure(ADDRESS_RATES.anonymous)} requests without a credential, ${figure(ADDRESS_RATES.sign_in)} to sign in or up, and ${figure(ADDRESS_RATES.credentials)} with a credential that is not good. An operator may allow more or less.

Each answer says where its caller stands ([draft-ietf-httpapi-ratelimit-headers](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/)): \`q\` is the limit, \`w\` its window in seconds, \`r\` what is left, \`t\` the seconds until the window ends.

\`\`\`http
RateLimit-Policy: "runs";q=300;w=60, "runs_key";q=240;w=60
RateLimit: "runs";r=282;t=41, "runs_key";r=222;t=17
\`\`\`

What is beyond, of requests and of runs, is answered 429 with \`Retry-After\` and the code \`rate_limited\`; it does not count and starts nothing.`,
  },
  {
    title: "Idempotency",
    text: `A connection may break after a run was started and before its answer arrives. Send \`Idempotency-Key\` with a text of your own, at most ${LIMITS.idempotencyKeyMaxLength} characters, one for each run: repeated with the same body within 24 hours it starts and charges nothing again.

- The run has ended: its answer again, with \`Idempotent-Replayed: true\`. A failed run is an answer, too.
- It goes on: 409 \`idempotency_in_flight\` with \`Retry-After\`; with \`Accept: text/event-stream\` the stream is joined, with \`Prefer: respond-async\` the same run id is answered.
- The body is another one: 422 \`idempotency_mismatch\`.

402, 429 and 503 do not use a key up.`,
  },
  {
    title: "Streaming and asynchronous runs",
    text: `Three ways to have a run's result, one run behind them:

- **At once**: the answer comes when the run has ended.
- **As a stream**: \`Accept: text/event-stream\`. Events are \`status\`, \`output\`, \`step\`, \`node\` (of workflows), \`cost\` and at the end \`result\`, each with its place as \`id\`. A broken connection ends nothing: \`GET .../runs/{id}/events\` with \`Last-Event-ID\` goes on behind the last one seen.
- **Asynchronously**: \`Prefer: respond-async\` answers 202 with the run's id and a \`Location\`. Ask there (\`Retry-After\` says when), follow its events, or stop it. \`wait=n\` waits n seconds for its end first.`,
  },
  {
    title: "Paging",
    text: `Lists return \`next_cursor\`. Send it as \`cursor\` to get the next page; null means that there are no more. The default \`limit\` is ${LIMITS.pageDefault}, the maximum ${LIMITS.pageMax}. Where \`offset\` is listed, you can use it up to ${figure(LIMITS.offsetMax)}, but a cursor is faster and skips nothing.`,
  },
];
