import { expect } from "vitest";
import { say, verifyCard } from "../../../server/src/modules/a2a/a2a.fixture.ts";
import { must, notChecked, notFollowed, type Requirement, should } from "./requirement.ts";
import { type Loose, type Subject, UNKNOWN_TASK } from "./subject.ts";

const verifySignature = ({ world }: Subject, card: unknown) => verifyCard(world.server, card);

export const CARDS: readonly Requirement[] = [
  must("CARD-DISC-001", "each agent has a card", async (subject) => {
    expect((await subject.card()).card.name).toMatch(/./);
  }),
  must("CARD-PROTO-001", "the card names the supported protocols", async (subject) => {
    for (const one of (await subject.card()).card.supportedInterfaces)
      expect(one).toMatchObject({ protocolBinding: expect.stringMatching(/./), protocolVersion: "1.0" });
  }),
  must("CARD-PROTO-002", "each interface of the card has its URL", async (subject) => {
    const { agents } = subject.world;
    for (const { url } of (await subject.card()).card.supportedInterfaces)
      expect(new URL(url).pathname).toBe(`/a2a/agents/${agents.echo}`);
  }),
  must("CARD-STRUCT-001", "the card has every required field", async (subject) => {
    const { card } = await subject.card();
    expect(card).toMatchObject({
      name: expect.stringMatching(/./),
      description: expect.any(String),
      version: expect.stringMatching(/./),
      supportedInterfaces: [{}, {}],
      capabilities: expect.any(Object),
      defaultInputModes: expect.arrayContaining(["text/plain"]),
      defaultOutputModes: expect.arrayContaining(["text/plain"]),
      skills: [{ id: expect.any(String), name: expect.any(String), tags: expect.any(Array) }],
    });
  }),
  must("CARD-EXT-001", "the extended card needs a credential", async (subject) => {
    expect((await subject.call("GetExtendedAgentCard", {}, { as: "nobody" })).status).toBe(401);
  }),
  notChecked(
    "MUST",
    "CARD-EXT-002",
    "an agent that declares an extended card and has none says so",
    "No agent declares an extended card.",
  ),
  must("CARD-SIGN-001", "the signature is over the card in canonical form", async (subject) => {
    const { card } = await subject.card();
    // Another order of the fields is the same card.
    await verifySignature(subject, Object.fromEntries(Object.entries(card).reverse()));
    await expect(verifySignature(subject, { ...card, name: "Another" })).rejects.toThrow("signature");
  }),
  must("CARD-SIGN-002", "the signatures are not part of what is signed", async (subject) => {
    const { card } = await subject.card();
    await verifySignature(subject, { ...card, signatures: [...card.signatures, ...card.signatures] });
  }),
  must("CARD-SIGN-003", "the signature names its algorithm and its key", async (subject) => {
    const [{ protected: header }] = (await subject.card()).card.signatures;
    expect(JSON.parse(Buffer.from(header, "base64url").toString())).toMatchObject({
      alg: "EdDSA",
      kid: expect.stringMatching(/./),
    });
  }),
  notChecked("MUST", "CARD-SIGN-004", "expired keys verify nothing", "It binds clients."),
  should("CARD-CACHE-001", "the card says how long caches keep it", async (subject) => {
    expect((await subject.card()).headers.get("cache-control")).toMatch(/max-age=\d+/);
  }),
  should("CARD-CACHE-002", "the card has an ETag", async (subject) => {
    expect((await subject.card()).headers.get("etag")).toMatch(/^".+"$/);
  }),
  notFollowed(
    "MAY",
    "CARD-CACHE-003",
    "the card has Last-Modified",
    "The ETag is exact. A card changes with its agent's price, plan and state, which have no common time.",
    async (subject) => {
      expect((await subject.card()).headers.get("last-modified")).not.toBeNull();
    },
  ),
];

const STATES = /^TASK_STATE_(SUBMITTED|WORKING|COMPLETED|FAILED|CANCELED|REJECTED|(INPUT|AUTH)_REQUIRED)$/;

/** Returns the names of all fields of a value, also those of metadata, but not those of an agent's own `data`. */
function listFields(value: Loose): string[] {
  if (Array.isArray(value)) return value.flatMap(listFields);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "data" ? [name] : [name, ...listFields(inner)],
  );
}

const failed = (subject: Subject) => subject.send("Fail", { agent: "fails" });

export const DATA_MODEL: readonly Requirement[] = [
  must("DM-TASK-001", "a task has an ID and a status", async (subject) => {
    expect(await subject.completed()).toMatchObject({
      id: expect.stringMatching(/./),
      status: expect.any(Object),
    });
  }),
  must("DM-TASK-002", "states are those of A2A", async (subject) => {
    for (const { status } of [await subject.completed(), await failed(subject)])
      expect(status.state).toMatch(STATES);
  }),
  must("DM-MSG-001", "a message has an ID, a role and parts", async (subject) => {
    expect((await failed(subject)).status.message).toMatchObject({
      messageId: expect.stringMatching(/./),
      role: expect.any(String),
      parts: [expect.any(Object)],
    });
  }),
  must("DM-MSG-002", "roles are those of A2A", async (subject) => {
    expect((await failed(subject)).status.message.role).toBe("ROLE_AGENT");
  }),
  must("DM-PART-001", "a part has exactly one content", async (subject) => {
    const contents = ["text", "raw", "url", "data"];
    const data = { messageId: "m", role: "ROLE_USER", parts: [{ data: { city: "Oslo" } }] };
    const table = (await subject.call("SendMessage", { message: data }, { agent: "table" })).result.task;
    for (const task of [await subject.completed(), table])
      for (const { parts } of task.artifacts)
        for (const part of parts) expect(contents.filter((name) => name in part)).toHaveLength(1);
  }),
  must("DM-ART-001", "an artifact has an ID and parts", async (subject) => {
    for (const artifact of (await subject.completed()).artifacts)
      expect(artifact).toMatchObject({ artifactId: expect.stringMatching(/./), parts: [expect.any(Object)] });
  }),
  must("DM-STATUS-001", "a status has a state", async (subject) => {
    expect((await subject.completed()).status.state).toMatch(STATES);
  }),
  must("DM-SERIAL-001", "fields are in camel case", async (subject) => {
    const values = [await subject.completed(), await failed(subject), (await subject.card()).card];
    expect(listFields(values).filter((name) => name.includes("_"))).toEqual([]);
  }),
  must("DM-SERIAL-002", "enumerations are names", async (subject) => {
    expect((await subject.completed()).status.state).toBe("TASK_STATE_COMPLETED");
  }),
  must("DM-SERIAL-003", "times are ISO 8601 in UTC", async (subject) => {
    expect((await subject.completed()).status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  }),
  must("DM-SERIAL-004", "required fields are present, and required lists are not empty", async (subject) => {
    const { artifacts } = await subject.completed();
    expect(artifacts[0].parts.length).toBeGreaterThan(0);
    const reply = await subject.call("SendMessage", {
      message: { messageId: "m", role: "ROLE_USER", parts: [] },
    });
    expect(reply.error).toBeDefined();
  }),
  should("DM-SERIAL-005", "unknown fields are ignored", async (subject) => {
    const reply = await subject.call("SendMessage", { ...say("Hi", { later: 1 }), alsoLater: { x: 1 } });
    expect(reply.result).toHaveProperty("task");
  }),
];

const DEPLOYMENT = "TLS ends before this server, in the proxy of the deployment.";

export const SECURITY: readonly Requirement[] = [
  notChecked("MUST", "AUTH-TLS-001", "production uses encrypted connections", DEPLOYMENT),
  notChecked("SHOULD", "AUTH-TLS-002", "TLS is modern", DEPLOYMENT),
  notChecked("SHOULD", "AUTH-SERVER-001", "clients check certificates", "It binds clients."),
  must("AUTH-SERVER-002", "every request is authenticated", async (subject) => {
    for (const operation of ["SendMessage", "GetTask", "ListTasks", "CancelTask", "SubscribeToTask"])
      expect(
        (await subject.call(operation, { ...say("Hi"), id: UNKNOWN_TASK }, { as: "nobody" })).status,
      ).toBe(401);
  }),
  notChecked(
    "SHOULD",
    "AUTH-INTASK-001",
    "a task that needs further credentials waits for them",
    "A run does not wait for its caller. Missing permissions are refused before it starts.",
  ),
  must("AUTH-SCOPE-001", "every operation checks who may use it", async (subject) => {
    const { id } = await subject.completed();
    for (const operation of ["GetTask", "CancelTask", "SubscribeToTask"])
      expect((await subject.call(operation, { id }, { as: "stranger" })).error).toBeDefined();
  }),
  must("AUTH-SCOPE-002", "results contain only what the caller may see", async (subject) => {
    const { contextId } = await subject.completed();
    const { result } = await subject.call("ListTasks", { contextId }, { as: "stranger" });
    expect(result).toMatchObject({ tasks: [], totalSize: 0 });
  }),
  must("AUTH-SCOPE-003", "a task of another account looks like none", async (subject) => {
    const { id } = await subject.completed();
    const foreign = await subject.call("GetTask", { id }, { as: "stranger" });
    const none = await subject.call("GetTask", { id: UNKNOWN_TASK }, { as: "stranger" });
    expect(foreign.error).toEqual(none.error);
  }),
];
