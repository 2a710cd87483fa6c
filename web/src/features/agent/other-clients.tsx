import { useState } from "react";
import { CopyableCode } from "../../components/copyable-code.tsx";
import { Tabs } from "../../components/tabs.tsx";
import {
  CLIENT_LANGUAGES,
  CLIENT_PROTOCOLS,
  type ClientProtocol,
  type ClientSubject,
  createClientSnippet,
} from "../../lib/client-snippets.ts";

const EXPLANATIONS: Readonly<Record<ClientProtocol, string>> = {
  OpenAI:
    "Every client of OpenAI's API can use the agent as a model: LangChain, LiteLLM, Open WebUI and others.",
  MCP: "Claude, Cursor, VS Code and other MCP clients can use the agent as a tool. They open Stoa to ask you for access.",
  A2A: "Other agents can give the agent tasks. Inputs besides the message are sent as data.",
};

/** Shows how to use the agent from existing clients of other protocols, with a button that copies the code. */
export function OtherClients(subject: Omit<ClientSubject, "origin">) {
  const [protocol, setProtocol] = useState<string>("OpenAI");
  return (
    <Tabs
      label="Protocol"
      value={protocol}
      onChange={setProtocol}
      panelClassName="grid grid-cols-1 gap-3 pt-4"
      items={CLIENT_PROTOCOLS.map((name) => ({
        value: name,
        label: name,
        panel: (
          <>
            <p className="text-14 text-ink-2">{EXPLANATIONS[name]}</p>
            <CopyableCode
              language={CLIENT_LANGUAGES[name]}
              code={createClientSnippet(name, { ...subject, origin: location.origin })}
            />
          </>
        ),
      }))}
    />
  );
}
