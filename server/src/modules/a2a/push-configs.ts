import { randomUUID } from "node:crypto";
import { TaskNotFoundError } from "@a2a-js/sdk/errors";
import type { Caller } from "../../platform/http/caller.ts";
import type { PresentedPush } from "./operations.ts";
import type { PushConfig } from "./requests.ts";

/** The header with a config's token, as the official libraries send it. */
const TOKEN_HEADER = "x-a2a-notification-token";

/** A webhook that gets the end of one run. */
interface RunWebhook {
  name: string;
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** The webhooks of single runs, which deliver push notifications. The webhooks module provides them. */
export interface RunWebhookCalls {
  check(caller: Caller, url: string, field: string): Promise<string>;
  add(caller: Caller, runId: string, webhook: RunWebhook, options: { isEnded: boolean }): Promise<void>;
  list(caller: Caller, runId: string): Promise<RunWebhook[]>;
  remove(caller: Caller, runId: string, name: string): Promise<void>;
}

/**
 * The push notification configs of tasks. Callers check before that the task is theirs. A config is a webhook of the
 * task's run; its ID is the webhook's name.
 */
export class PushConfigs {
  readonly #webhooks: RunWebhookCalls;

  constructor(webhooks: RunWebhookCalls) {
    this.#webhooks = webhooks;
  }

  /**
   * Checks a config before its task starts, so that no run starts whose end could not be sent.
   * @param field the name of the config's URL in the request
   * @throws AppError 400 for a URL that cannot be called, 409 for too many configs
   */
  async check(caller: Caller, config: PushConfig, field: string): Promise<RunWebhook> {
    const url = await this.#webhooks.check(caller, config.url, field);
    return { name: config.id ?? randomUUID(), url, headers: toHeaders(config) };
  }

  /** Adds a checked config to a task. @throws AppError 409 or 429 for too many configs */
  async add(
    caller: Caller,
    taskId: string,
    webhook: RunWebhook,
    { isEnded }: { isEnded: boolean },
  ): Promise<PresentedPush> {
    await this.#webhooks.add(caller, taskId, webhook, { isEnded });
    return present(taskId, webhook);
  }

  async list(caller: Caller, taskId: string): Promise<PresentedPush[]> {
    return (await this.#webhooks.list(caller, taskId)).map((webhook) => present(taskId, webhook));
  }

  /** @throws TaskNotFoundError for an ID that no config of the task has, as the specification says */
  async get(caller: Caller, taskId: string, id: string): Promise<PresentedPush> {
    const config = (await this.list(caller, taskId)).find((one) => one.id === id);
    if (!config) throw new TaskNotFoundError("This task has no push notification config with this ID");
    return config;
  }

  remove(caller: Caller, taskId: string, id: string): Promise<void> {
    return this.#webhooks.remove(caller, taskId, id);
  }
}

function toHeaders({ token, authentication }: PushConfig): Record<string, string> {
  return {
    ...(token !== undefined && { [TOKEN_HEADER]: token }),
    ...(authentication && { authorization: `${authentication.scheme} ${authentication.credentials}` }),
  };
}

function present(taskId: string, { name: id, url, headers }: RunWebhook): PresentedPush {
  const [scheme = ""] = headers.authorization?.split(" ") ?? [];
  return { id, taskId, url, ...(scheme !== "" && { authentication: { scheme } }) };
}
