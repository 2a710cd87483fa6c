import type {
  Agent,
  AgentList,
  AgentListQuery,
  AgentSummary,
  ExecutionResult,
  InputData,
  RunEvent,
  SdkExecutionResult,
  UploadFields,
  UploadReply,
  VersionFields,
} from "./api-types.gen.ts";
import { followRun } from "./follow-run.ts";
import { type CallOptions, type RunOptions, startCall } from "./run-calls.ts";
import type { Transport } from "./transport.ts";

/** An agent's file. `filename` ends in `.py`, `.ipynb` or `.json`, or in `.zip` for an archive. */
export interface AgentFile {
  file: Blob | string | Uint8Array;
  filename: string;
}

/** A trial run takes up to two minutes. */
const UPLOAD_TIMEOUT_MS = 180_000;

/** Lists, runs and uploads agents. */
export class Agents {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Yields every agent that matches the query, and fetches pages as needed. `limit` is the page size. */
  async *list(
    query: AgentListQuery = {},
    options: CallOptions = {},
  ): AsyncGenerator<AgentSummary, void, undefined> {
    let next: AgentListQuery = query;
    for (;;) {
      const page = await this.page(next, options);
      yield* page.agents;
      if (page.next_cursor === null) return;
      const { offset: _, ...rest } = query;
      next = { ...rest, cursor: page.next_cursor };
    }
  }

  /** Returns one page of agents and the total number. */
  page(query: AgentListQuery = {}, { signal }: CallOptions = {}): Promise<AgentList> {
    return this.#transport.request({
      method: "GET",
      path: "/sdk/agents",
      query: { ...query },
      repeatable: true,
      signal,
    });
  }

  /** Returns an agent with its inputs, examples and documentation. */
  get(agentId: number, { signal }: CallOptions = {}): Promise<Agent> {
    return this.#transport.request({
      method: "GET",
      path: `/sdk/agents/${agentId}`,
      repeatable: true,
      signal,
    });
  }

  /** Runs an agent and waits for its result. A failed run also returns a result, so check `success`. */
  async execute(agentId: number, input: InputData, options: RunOptions = {}): Promise<ExecutionResult> {
    const { data } = await this.#transport.request<SdkExecutionResult>(startCall(agentId, input, options));
    return data;
  }

  /**
   * Runs an agent and yields its events as they arrive. The last one is the result. Leaving the loop does not stop
   * the run.
   */
  stream(
    agentId: number,
    input: InputData,
    options: RunOptions = {},
  ): AsyncGenerator<RunEvent, void, undefined> {
    return followRun(this.#transport, { start: startCall(agentId, input, options) }, options.signal);
  }

  /**
   * Uploads an agent. The server checks it, runs it once as a trial and lists it.
   * @throws ApiError with all checks if one fails
   */
  upload(
    { file, filename, ...fields }: AgentFile & UploadFields,
    options: CallOptions = {},
  ): Promise<UploadReply> {
    return this.#send("/sdk/agents/upload", { file, filename }, fields, options);
  }

  /** Uploads a new version of your agent, which becomes the current one. */
  uploadVersion(
    agentId: number,
    { file, filename, ...fields }: AgentFile & VersionFields,
    options: CallOptions = {},
  ): Promise<UploadReply> {
    return this.#send(`/sdk/agents/${agentId}/versions`, { file, filename }, fields, options);
  }

  #send(
    path: string,
    { file, filename }: AgentFile,
    fields: UploadFields | VersionFields,
    { signal }: CallOptions,
  ): Promise<UploadReply> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) form.append(name, String(value));
    form.append(
      "file",
      file instanceof Blob ? file : new Blob([file as string | Uint8Array<ArrayBuffer>]),
      filename,
    );
    // The call is not repeatable, because a second upload would create a second agent.
    return this.#transport.request({
      method: "POST",
      path,
      form,
      repeatable: false,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal,
    });
  }
}
