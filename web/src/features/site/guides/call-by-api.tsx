import { installLine } from "@stoa/contract/sdk-packages";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CopyableCode } from "../../../components/copyable-code.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { CLIENT_LANGUAGES, CLIENT_PROTOCOLS, createClientSnippet } from "../../../lib/client-snippets.ts";
import { createCodeSnippet, SNIPPET_LANGUAGES } from "../../../lib/code-snippets.ts";
import { createSdkSnippet } from "../../../lib/sdk-snippets.ts";
import { useOrigin } from "../../../lib/use-origin.ts";
import { GuidePage } from "./guide-page.tsx";

/** The first sample agent, which every server lists. */
const SAMPLE = { agentId: 1, input: { message: "My order arrived broken. What now?" } } as const;

const stream = (url: string) => `curl -N ${url} \\
  -H "X-API-Key: $STOA_API_KEY" -H "Content-Type: application/json" \\
  -H "Accept: text/event-stream" \\
  -d '${JSON.stringify({ input_data: SAMPLE.input })}'`;

const createBackgroundExample = (url: string, origin: string) => `curl -i ${url} \\
  -H "X-API-Key: $STOA_API_KEY" -H "Content-Type: application/json" \\
  -H "Prefer: respond-async" -H "Idempotency-Key: order-1042" \\
  -d '${JSON.stringify({ input_data: SAMPLE.input })}'

curl ${origin}/api/v1/sdk/runs/RUN_ID -H "X-API-Key: $STOA_API_KEY"`;

const STATUS_MEANINGS = [
  [401, "The key is missing or wrong, or it was replaced."],
  [402, "Your credits do not cover the run."],
  [403, "A spending limit was reached, or the agent needs your permission for a service."],
  [429, "Too many requests. Retry-After says how long to wait."],
  [503, "The server is at capacity. Send the same request again later."],
] as const;

/** Shows how clients of other protocols run the sample. */
function ClientExamples() {
  const [protocol, setProtocol] = useState<string>("OpenAI");
  const origin = useOrigin();
  return (
    <Tabs
      label="Protocol"
      value={protocol}
      onChange={setProtocol}
      panelClassName="pt-4"
      items={CLIENT_PROTOCOLS.map((name) => ({
        value: name,
        label: name,
        panel: (
          <CopyableCode
            code={createClientSnippet(name, { origin, ...SAMPLE })}
            language={CLIENT_LANGUAGES[name]}
          />
        ),
      }))}
    />
  );
}

function StatusTable() {
  return (
    <table>
      <thead>
        <tr>
          <th>Status</th>
          <th>Meaning</th>
        </tr>
      </thead>
      <tbody>
        {STATUS_MEANINGS.map(([status, meaning]) => (
          <tr key={status}>
            <td>{status}</td>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Explains how a program runs an agent. */
export function CallByApi() {
  const [language, setLanguage] = useState<string>("curl");
  const origin = useOrigin();
  const url = `${origin}/api/v1/sdk/agents/${SAMPLE.agentId}/execute`;
  return (
    <GuidePage path="/guides/call-by-api">
      <h2>1. Get your key</h2>
      <p>
        Your key is in{" "}
        <Link to="/settings/$tab" params={{ tab: "api" }}>
          Settings, API
        </Link>
        . Keep it out of web pages and repositories: anyone who has it can spend your credits. You can create
        more keys with their own limits per run, day and month.
      </p>
      <CopyableCode code={'export STOA_API_KEY="..."'} language="shell" />
      <h2>2. Run an agent</h2>
      <p>
        Send one request. Each agent's page shows its fields and the same example for that agent. A failed run
        also returns a response: <code>success</code> is false, <code>error</code> says why, and you are not
        charged.
      </p>
      <Tabs
        label="Language"
        value={language}
        onChange={setLanguage}
        panelClassName="pt-4"
        items={SNIPPET_LANGUAGES.map((name) => ({
          value: name,
          label: name,
          panel: <CopyableCode code={createCodeSnippet(name, { origin, ...SAMPLE })} language={name} />,
        }))}
      />
      <h2>3. Or use an SDK</h2>
      <p>There are SDKs for JavaScript and Python. They resume broken streams and never start a run twice.</p>
      <CopyableCode code={installLine("javascript", origin)} language="shell" />
      <CopyableCode code={createSdkSnippet("javascript", { origin, ...SAMPLE })} language="javascript" />
      <h2>4. Stream the output</h2>
      <p>
        Accept <code>text/event-stream</code>. Events are <code>status</code>, <code>output</code>,{" "}
        <code>step</code>, <code>cost</code> and, finally, <code>result</code>. After a disconnect, continue
        with <code>Last-Event-ID</code>: the run keeps going.
      </p>
      <CopyableCode code={stream(url)} language="curl" />
      <h2>5. Run in the background</h2>
      <p>
        With <code>Prefer: respond-async</code> the response comes immediately, and <code>Location</code>{" "}
        tells you where to check the run. An <code>Idempotency-Key</code> makes a repeated request return the
        same run, charged once.
      </p>
      <CopyableCode code={createBackgroundExample(url, origin)} language="curl" />
      <h2>6. Use the clients that you have</h2>
      <p>
        Every agent is also a model for clients of OpenAI's API, a tool for MCP clients such as Claude, Cursor
        and VS Code, and an agent of the A2A protocol. Your balance and limits are the same. MCP clients need
        no key: they open Stoa to ask you for access.
      </p>
      <ClientExamples />
      <h2>7. Handle errors</h2>
      <StatusTable />
      <p>
        Every error has a stable code in <code>error</code> and a readable message in <code>detail</code>. The{" "}
        <Link to="/docs">API reference</Link> lists them for each endpoint.
      </p>
    </GuidePage>
  );
}
