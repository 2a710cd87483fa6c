import type { KeyHolder } from "../../harness/client.ts";
import { findLink } from "../../harness/mail-server.ts";
import type { Call, Recorder } from "../recorder.ts";
import type { ReferenceServer } from "../reference-server.ts";

/** The people and objects of the scenario. Each part can use the things that earlier parts created. */
export interface Stage extends ReferenceServer {
  record: Recorder["record"];
  /** A developer. */
  ada: KeyHolder;
  /** The person who runs agents. */
  grace: KeyHolder;
  /** Another person. */
  linus: KeyHolder;
  /** Ada's agent. */
  agentId: number;
  /** A run of the agent by Grace. */
  runId: string;
}

/** A part of the scenario. It calls every operation of one group at least once. */
export type Part = (stage: Stage) => Promise<void>;

/** The Python file that Ada uploads. */
export const WORD_COUNTER = `import stoa

@stoa.agent(name="Word Counter", description="Counts the words of a text", examples=[{"message": "to be or not to be"}])
def run(message: str) -> str:
    """Counts words.

    Args:
        message: the text to count
    """
    return f"{len(message.split())} words"
`;

export const UPLOAD_FORM = {
  name: "Word Counter",
  description: "Counts the words of a text",
  documentation: "Send a text as the message. The answer says how many words it has, as one line.",
  category: "content",
  price_per_token: "0.0001",
  file: WORD_COUNTER,
};

/** Creates a person with their API key and their starting credits, without recording the calls. */
export async function registerPerson(
  { server, mail }: Pick<ReferenceServer, "server" | "mail">,
  username: string,
): Promise<KeyHolder> {
  const person = await server.client.registerWithKey({ username });
  await confirmAddress({ server, mail }, person.email);
  return person;
}

/** Opens the link in the email that is sent after a sign-up. */
export async function confirmAddress(
  { server, mail }: Pick<ReferenceServer, "server" | "mail">,
  email: string,
): Promise<void> {
  const { token } = findLink(await mail.take(email, "starting credits"));
  await server.client.post("/api/v1/users/confirm-email", { token });
}

/** Returns a field of an answer. Throws if it is not a string. */
export function getText(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== "string") throw new Error(`the answer has no text ${field}: ${JSON.stringify(body)}`);
  return value;
}

/** Makes a call that prepares a later recorded call. @throws if the call fails. */
export async function prepare(
  stage: Stage,
  method: string,
  path: string,
  { as, body }: Pick<Call, "as" | "body">,
): Promise<Record<string, unknown>> {
  const answer = await stage.server.client.call(method, `/api/v1${path}`, {
    json: body,
    ...(as && { token: as.token }),
  });
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return Object(answer.body);
}
