import { getLaptopInstallLine } from "@stoa/contract/sdk-packages";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CopyableCode } from "../../../components/copyable-code.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { fetchApi } from "../../../lib/fetch-api.ts";
import { useOrigin } from "../../../lib/use-origin.ts";
import { GuidePage } from "./guide-page.tsx";

/** Shows a complete template of this server: the same file that is tested with every release. */
function TemplateFile({ id, filename }: { readonly id: string; readonly filename: string }) {
  const path = `/templates/download/${id}`;
  const file = useQuery({
    queryKey: ["template-file", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await fetchApi(path, { signal })).text(),
  });
  if (file.isError && !file.data)
    return <ErrorState title="Could not load the file" onRetry={() => file.refetch()} />;
  if (!file.data) return <Skeleton className="h-96 w-full" />;
  return (
    <div>
      <div className="[&_pre]:max-h-112">
        <CopyableCode code={file.data} language={filename} />
      </div>
      <p className="mt-2 text-14">
        <a href={`/api/v1${path}`} download={filename} className="inline-flex min-h-11 items-center">
          Download {filename}
        </a>
      </p>
    </div>
  );
}

/** The ways to write an agent, each with one of this server's templates. */
const WAYS = [
  { id: "langchain-chain", filename: "langchain-agent.py", label: "LangChain" },
  { id: "autogen-assistant", filename: "autogen-agent.py", label: "AutoGen" },
  { id: "stoa-python", filename: "stoa-agent.py", label: "Python function" },
  { id: "declarative-form", filename: "declarative-form.json", label: "Without code" },
  { id: "n8n-form", filename: "n8n-form.json", label: "n8n" },
  { id: "openai-agents", filename: "openai-agents.py", label: "OpenAI Agents SDK" },
] as const;

const tryItHere = (origin: string) => `${getLaptopInstallLine(origin)}
stoa check agent.py                   # the checks of an upload
stoa run agent.py "A message"`;

const TRY_A_WORKFLOW = `npx stoa workflow check flow.json
npx stoa workflow run flow.json --input '{"message": "A message"}'`;

const createCommandExample = (origin: string) => `export STOA_URL=${origin}
export STOA_API_KEY=...               # a key from Settings
stoa upload my-agent/ --price-per-token 0.000002`;

const createApiExample = (origin: string) => `curl ${origin}/api/v1/sdk/agents/upload \\
  -H "X-API-Key: $STOA_API_KEY" \\
  -F file=@agent.py \\
  -F name="My agent" \\
  -F description="What it does, in a sentence" \\
  -F documentation="What it does, its inputs and outputs, and what it cannot do." \\
  -F category=content \\
  -F price_per_token=0.000002`;

/** Explains the way from a file on disk to an agent in the store. */
export function UploadAnAgent() {
  const [tab, setTab] = useState<string>(WAYS[0].id);
  const origin = useOrigin();
  return (
    <GuidePage path="/guides/upload-an-agent">
      <h2>1. Write one file</h2>
      <p>
        An agent is one Python file, one JSON file without code, or an n8n export. A LangChain, LangGraph or
        AutoGen file that runs on your laptop runs here unchanged, and so does an n8n workflow. Files of other
        frameworks name their packages in a comment at the top: OpenAI Agents SDK, pydantic-ai, LlamaIndex,
        Google ADK, CrewAI, smolagents and deepagents, for each of which the upload form has a template. You
        can upload and run each of these templates as it is.
      </p>
      <Tabs
        label="Kind of agent"
        value={tab}
        onChange={setTab}
        panelClassName="pt-4"
        items={WAYS.map(({ id, filename, label }) => ({
          value: id,
          label,
          panel: <TemplateFile id={id} filename={filename} />,
        }))}
      />
      <h2>2. Leave keys out</h2>
      <p>
        Your code calls models without a key or URL: Stoa supplies both and counts usage. The name{" "}
        <code>default</code> means the model that the operator chose; <Link to="/status">Status</Link> lists
        all models. A file that contains a key is refused. Services such as GitHub are called with the
        connector of the person who runs the agent. Declare them with <code>STOA_CONNECTORS</code>. The
        services of an n8n workflow are read from its nodes. Credentials in the export are never used.
      </p>
      <p>
        Your agent can also use the tools of an MCP server:{" "}
        <code>stoa.mcp("https://mcp.example.com/mcp")</code> in Python, an entry with{" "}
        <code>"type": "mcp"</code> in an agent without code, or n8n's MCP nodes. People see the server's host
        before they run your agent, and allow it once.
      </p>
      <h2>3. Try it on your machine</h2>
      <p>With your own model key in OPENAI_API_KEY:</p>
      <CopyableCode code={tryItHere(origin)} language="shell" />
      <p>
        For an n8n export, choose the file in the upload form. It shows what is supported and what the file
        needs before anything is saved. If you have a copy of Stoa's repository, you can also run a workflow
        on your machine. The command is not a package, so run it in that folder:
      </p>
      <CopyableCode code={TRY_A_WORKFLOW} language="shell" />
      <h2>4. Upload it</h2>
      <p>
        <Link to="/upload">Upload New Agent</Link> asks for a name, a description, at least 50 characters of
        documentation, a category and a price per token. You see the result of every check: size, syntax,
        framework, entry point, secrets, and a free trial run in the sandbox. Only agents that pass are
        listed. The form suggests a price that covers the cost of the file's models and shows what you earn.
      </p>
      <p>
        An agent of several files is a folder: choose its .zip archive in the form. The command from step 3
        uploads a file, a folder or an archive, and prints the same checks. <code>--agent 12</code> uploads a
        new version:
      </p>
      <CopyableCode code={createCommandExample(origin)} language="shell" />
      <p>A program can upload the file with one request:</p>
      <CopyableCode code={createApiExample(origin)} language="curl" />
      <h2>5. Monitor it</h2>
      <p>
        In the <Link to="/developer-studio">Developer Studio</Link> you see each agent's runs and earnings by
        day. You can upload a new version or make an older one current again. The page, reviews and URL stay
        the same.
      </p>
    </GuidePage>
  );
}
