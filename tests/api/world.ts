import { Agent, ExecutionResult, type UploadReply } from "@stoa/contract";
import { type Client, type KeyHolder, parseAnswer } from "../harness/client.ts";

/** The people and objects that the rows of the table use. All of them are created over HTTP. */
export interface World {
  client: Client;
  /** The person who runs the agent. Rows use this person unless they name another one. */
  caller: KeyHolder;
  /** The person who owns the agent. */
  developer: KeyHolder;
  /** A person who does not own any of these objects. */
  stranger: KeyHolder;
  agent: Agent;
  /** A completed run of the caller. */
  run: ExecutionResult;
  /**
   * The URL of a simulated GitLab with which the test of a connector succeeds. Undefined if the servers do not trust
   * it.
   */
  gitLabUrl: string | undefined;
}

export const PRICE = 0.000_002;
export const DOCUMENTATION =
  "Send any text as the message, and the agent returns the same text, word for word.";

const SOURCE = `import stoa


@stoa.agent(
    name="Parrot",
    description="Repeats what a person said",
    tags=["echo"],
    features=["Repeats"],
    use_cases=["Trying calls"],
    examples=[{"message": "Hello"}],
)
def run(message: str) -> str:
    """Says it again.

    Args:
        message: What to say.
    """
    return message
`;

let names = 0;

/** Returns a valid upload form with a unique name. */
export function agentForm(fields: Record<string, string> = {}, file: File | null = agentFile()): FormData {
  names += 1;
  const form = new FormData();
  const all = {
    name: `Parrot ${process.pid} ${names}`,
    description: "Repeats what a person said",
    documentation: DOCUMENTATION,
    category: "education",
    price_per_token: String(PRICE.toFixed(6)),
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  if (file) form.set("file", file);
  return form;
}

export const agentFile = (name = "parrot.py"): File => new File([SOURCE], name);

/** Creates the people, an agent and a run of this agent. */
export async function makeWorld(client: Client, gitLabUrl?: string): Promise<World> {
  const [caller, developer, stranger] = [
    await client.registerWithKey(),
    await client.registerWithKey(),
    await client.registerWithKey(),
  ];
  const uploaded = await client.call("POST", "/api/v1/agents/upload", {
    token: developer.token,
    form: agentForm(),
  });
  if (uploaded.status !== 201) throw new Error(`the upload answered ${JSON.stringify(uploaded.body)}`);
  const { agent } = uploaded.body as UploadReply;
  const ran = await client.post(
    "/api/v1/execute/run",
    { agent_id: agent.id, input_data: { message: "Hello world" } },
    { token: caller.token },
  );
  return {
    client,
    caller,
    developer,
    stranger,
    agent: parseAnswer(Agent, await client.get(`/api/v1/agents/${agent.id}`)),
    run: parseAnswer(ExecutionResult, ran),
    gitLabUrl,
  };
}
