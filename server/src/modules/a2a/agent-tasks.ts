import { TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError } from "@a2a-js/sdk/errors";
import { type ExecutionResult, TEXTS } from "@stoa/contract";
import { AppError, invalidField, unauthorized } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { RunCalls } from "../runs/index.ts";
import type { Call, Operations, PresentedPush, PushList, Updates } from "./operations.ts";
import { listStatuses, presentTask } from "./present-task.ts";
import type { PushConfigs } from "./push-configs.ts";
import type { CreatePushParams, ListTasksParams, PushParams, SendMessageParams } from "./requests.ts";
import type { TaskLists } from "./task-lists.ts";
import type { SentRun, TaskStarter } from "./task-starter.ts";
import { toUpdates } from "./task-updates.ts";
import type { ListTasksResponse, SendMessageResponse, StreamResponse, Task } from "./wire.ts";

export interface AgentTasksOptions {
  runs: RunCalls;
  starter: TaskStarter;
  lists: TaskLists;
  pushes: PushConfigs;
}

const RUN_ID = /^run_[0-9a-f]{32}$/;

/** The operations of one agent. A task is a run: it is stored, charged and canceled as every other run. */
export class AgentTasks implements Operations {
  readonly #options: AgentTasksOptions;
  readonly #agentId: number;

  constructor(options: AgentTasksOptions, agentId: number) {
    this.#options = options;
    this.#agentId = agentId;
  }

  async send(call: Call, params: SendMessageParams): Promise<SendMessageResponse> {
    const caller = requireCaller(call);
    const run = await this.#start(call, caller, params);
    const { runs } = this.#options;
    const result = params.configuration?.returnImmediately
      ? await runs.getResult(caller, run.runId)
      : await this.#waitForEnd(caller, run);
    return { task: presentTask(result, run.contextId) };
  }

  async stream(call: Call, params: SendMessageParams): Promise<Updates> {
    const caller = requireCaller(call);
    const run = await this.#start(call, caller, params);
    if (!run.replayed) return this.#follow(caller, run, createWorkingTask(run));
    const result = await this.#options.runs.getResult(caller, run.runId);
    const task = presentTask(result, run.contextId);
    return isActive(result) ? this.#follow(caller, run, task) : () => once({ task });
  }

  async getTask(call: Call, { id }: { id: string }): Promise<Task> {
    const caller = requireCaller(call);
    const [result, contextId] = await this.#read(caller, id);
    return presentTask(result, contextId);
  }

  async listTasks(call: Call, params: ListTasksParams): Promise<ListTasksResponse> {
    const caller = requireCaller(call);
    const { lists, runs } = this.#options;
    const statuses = params.status && listStatuses(params.status);
    const page = await lists.list(caller, this.#agentId, { ...params, statuses });
    const tasks = await lists.readEach(page.tasks, async ({ runId, contextId }) => {
      const { artifacts, ...task } = presentTask(await runs.getResult(caller, runId), contextId);
      return params.includeArtifacts ? { ...task, artifacts: artifacts ?? [] } : task;
    });
    return { ...page, tasks };
  }

  async cancelTask(call: Call, { id }: { id: string }): Promise<Task> {
    const caller = requireCaller(call);
    const [before, contextId] = await this.#read(caller, id);
    if (!isActive(before))
      throw new TaskNotCancelableError(`The task has already ended with the state ${before.status}`);
    const { runs } = this.#options;
    await runs.cancel(caller, id);
    return presentTask(await runs.getResult(caller, id), contextId);
  }

  async subscribe(call: Call, { id }: { id: string }): Promise<Updates> {
    const caller = requireCaller(call);
    const [result, contextId] = await this.#read(caller, id);
    if (!isActive(result))
      throw new UnsupportedOperationError(
        "The task has ended, so it has no more updates. Read it with GetTask.",
      );
    return this.#follow(caller, { runId: id, contextId }, presentTask(result, contextId));
  }

  async createPush(call: Call, params: CreatePushParams): Promise<PresentedPush> {
    const caller = requireCaller(call);
    const { taskId } = params;
    const [result] = await this.#read(caller, taskId);
    const { pushes } = this.#options;
    const push = await pushes.check(caller, params, "url");
    return pushes.add(caller, taskId, push, { isEnded: !isActive(result) });
  }

  async getPush(call: Call, { taskId, id }: PushParams): Promise<PresentedPush> {
    const caller = requireCaller(call);
    await this.#read(caller, taskId);
    return this.#options.pushes.get(caller, taskId, id);
  }

  async listPush(call: Call, { taskId }: Pick<PushParams, "taskId">): Promise<PushList> {
    const caller = requireCaller(call);
    await this.#read(caller, taskId);
    return { configs: await this.#options.pushes.list(caller, taskId), nextPageToken: "" };
  }

  async deletePush(call: Call, { taskId, id }: PushParams): Promise<void> {
    const caller = requireCaller(call);
    await this.#read(caller, taskId);
    await this.#options.pushes.remove(caller, taskId, id);
  }

  /** @throws TaskNotFoundError, UnsupportedOperationError for a task that takes no messages, and the errors of a run */
  async #start(call: Call, caller: Caller, params: SendMessageParams): Promise<SentRun> {
    const { taskId, contextId } = params.message;
    if (taskId !== undefined) {
      const [result, ownContext] = await this.#read(caller, taskId);
      if (contextId !== undefined && contextId !== ownContext)
        throw invalidField("message.contextId", `contextId must be ${ownContext}, the context of the task`);
      throw new UnsupportedOperationError(
        isActive(result)
          ? "The task is still running and takes no messages. Wait until it ends."
          : "The task has ended. To continue, send the message with its contextId and without a taskId.",
      );
    }
    const { starter, pushes } = this.#options;
    const config = params.configuration?.taskPushNotificationConfig;
    const push =
      config && (await pushes.check(caller, config, "configuration.taskPushNotificationConfig.url"));
    const run = await starter.start(caller, call.request, this.#agentId, params);
    if (push) await pushes.add(caller, run.runId, push, { isEnded: run.replayed });
    return run;
  }

  /** Waits for the end of a run, also if an earlier request started it on another node. */
  async #waitForEnd(caller: Caller, { runId, replayed }: SentRun): Promise<ExecutionResult> {
    const { runs } = this.#options;
    if (!replayed) return runs.getOutcome(caller, runId);
    for await (const event of runs.follow(caller, runId, 0, NEVER))
      if (event.event === "result") return runs.getResult(caller, runId);
    throw taskNotFound();
  }

  #follow(caller: Caller, { runId, contextId }: Omit<SentRun, "replayed">, task: Task): Updates {
    const { runs } = this.#options;
    return async function* (signal) {
      yield { task };
      yield* toUpdates(runs.follow(caller, runId, 0, signal), { taskId: runId, contextId });
    };
  }

  /** @throws TaskNotFoundError for a run of another account or of another agent */
  async #read(caller: Caller, id: string): Promise<[ExecutionResult, string]> {
    if (!RUN_ID.test(id)) throw taskNotFound();
    const { runs, lists } = this.#options;
    const [result, contextId] = await Promise.all([
      runs.getResult(caller, id).catch((error: unknown) => {
        throw error instanceof AppError && error.status === 404 ? taskNotFound() : error;
      }),
      lists.findContext(id),
    ]);
    if (result.metadata.agent_id !== this.#agentId) throw taskNotFound();
    return [result, contextId];
  }
}

const NEVER = new AbortController().signal;

const taskNotFound = () => new TaskNotFoundError("This agent has no task with this ID for you");

const isActive = ({ status }: Pick<ExecutionResult, "status">) => status === "queued" || status === "running";

/** @throws AppError 401; agents are only called by callers who can be charged */
function requireCaller({ caller }: Call): Caller {
  if (!caller) throw unauthorized(TEXTS.account.unauthorized);
  return caller;
}

const createWorkingTask = ({ runId, contextId }: SentRun): Task => ({
  id: runId,
  contextId,
  status: { state: "TASK_STATE_WORKING", timestamp: new Date().toISOString() },
});

async function* once(response: StreamResponse): AsyncGenerator<StreamResponse> {
  yield response;
}
