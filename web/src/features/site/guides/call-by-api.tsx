import { installLine } from "@stoa/contract/sdk-packages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Tabs } from "../../../components/tabs.tsx";
import { codeSnippet, SNIPPET_LANGUAGES } from "../../../lib/code-snippets.ts";
import { sdkSnippet } from "../../../lib/sdk-snippets.ts";
import { useOrigin } from "../../../lib/use-origin.ts";
import { Code } from "./code.tsx";
import { GuidePage } from "./guide-page.tsx";

/** The first sample agent, which every server lists. */
const SAMPLE = { agentId: 1, input: { message: "My order arrived broken. What now?" } } as const;

const stream = (url: string) => `curl -N ${url} \\
  -H "X-API-Key: $STOA_API_KEY" -H "Content-Type: application/json" \\
  -H "Accept: text/event-stream" \\
  -d '${JSON.stringify({ input_data: SAMPLE.input })}'`;

const notWaitedFor = (url: string, origin: string) => `curl -i ${url} \\
  -H "X-API-Key: $STOA_API_KEY" -H "Content-Type: application/json" \\
  -H "Prefer: respond-async" -H "Idempotency-Key: order-1042" \\
  -d '${JSON.stringify({ input_data: SAMPLE.input })}'

curl ${origin}/api/v1/sdk/runs/RUN_ID -H "X-API-Key: $STOA_API_KEY"`;

/** How a program runs an agent. */
export function CallByApi() {
  const [language, setLanguage] = useState<string>("curl");
  const origin = useOrigin();
  const url = `${origin}/api/v1/sdk/agents/${SAMPLE.agentId}/execute`;
  return (
    <GuidePage path="/guides/call-by-api">
      <h2>1. Take your key</h2>
      <p>
        Your key is in{" "}
        <Link to="/settings/$tab" params={{ tab: "api" }}>
          Settings, API
        </Link>
        . Keep it out of pages and repositories: who has it can spend your credits. Further keys may have
        limits of their own, by run, day and month.
      </p>
      <Code code={'export STOA_API_KEY="..."'} language="shell" />
      <h2>2. Run an agent</h2>
      <p>
        One request. An agent's page shows which fields it takes, and the same example for that agent. A run
        that fails is an answer, too: <code>success</code> is false, <code>error</code> says why, and it costs
        nothing.
      </p>
      <Tabs
        label="Language"
        value={language}
        onChange={setLanguage}
        panelClassName="pt-4"
        items={SNIPPET_LANGUAGES.map((name) => ({
          value: name,
          label: name,
          panel: <Code code={codeSnippet(name, { origin, ...SAMPLE })} language={name} />,
        }))}
      />
      <h2>3. Or with a package</h2>
      <p>This server has its own for JavaScript and Python. They take up streams that broke and pay once.</p>
      <Code code={installLine("javascript", origin)} language="shell" />
      <Code code={sdkSnippet("javascript", { origin, ...SAMPLE })} language="javascript" />
      <h2>4. Read the answer while it is written</h2>
      <p>
        Ask for <code>text/event-stream</code>. Events are <code>status</code>, <code>output</code>,{" "}
        <code>step</code>, <code>cost</code> and, last, <code>result</code>. After a break go on with{" "}
        <code>Last-Event-ID</code>: the run has not stopped.
      </p>
      <Code code={stream(url)} language="curl" />
      <h2>5. Do not wait</h2>
      <p>
        With <code>Prefer: respond-async</code> the answer comes at once and says in <code>Location</code>{" "}
        where to ask. An <code>Idempotency-Key</code> makes a repeated request the same run, charged once.
      </p>
      <Code code={notWaitedFor(url, origin)} language="curl" />
      <h2>6. When it is refused</h2>
      <table>
        <thead>
          <tr>
            <th>Status</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>401</td>
            <td>The key is missing, mistyped or was replaced.</td>
          </tr>
          <tr>
            <td>402</td>
            <td>Your credits do not cover the run.</td>
          </tr>
          <tr>
            <td>403</td>
            <td>A spending limit is reached, or the agent needs your leave for a service.</td>
          </tr>
          <tr>
            <td>429</td>
            <td>Too many requests; Retry-After says how long to wait.</td>
          </tr>
          <tr>
            <td>503</td>
            <td>All places for runs are taken; the same request may be sent again.</td>
          </tr>
        </tbody>
      </table>
      <p>
        Every refusal has a stable code in <code>error</code> and words for people in <code>detail</code>. The{" "}
        <Link to="/docs">API reference</Link> lists them call by call.
      </p>
    </GuidePage>
  );
}
