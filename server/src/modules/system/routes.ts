import { type Expected, nanoToUsd, systemRoutes } from "@stoa/contract";
import type { ModelListing } from "@stoa/gateway";
import type { RuntimeStatus } from "@stoa/runtime/supervisor";
import { createDatabaseUnavailable } from "../../platform/http/error-handler.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { leaveOutPast } from "./expected-date.ts";

export interface SystemRoutes {
  version: string;
  /** Throws if the database does not reply. */
  checkDatabase: () => Promise<void>;
  getRuntimes: () => Record<string, RuntimeStatus>;
  listModels: () => ModelListing[];
  getDefaultModel: () => string;
  expected: Readonly<Record<keyof Expected, string>>;
}

/** Mounts the routes for health, the available models, and the dates that the billing screens announce. */
export function mountSystemRoutes(mount: Mount, parts: SystemRoutes): void {
  /** Throws AppError 503 if the database does not reply. */
  const requireReady = () =>
    parts.checkDatabase().catch((error: unknown) => {
      throw createDatabaseUnavailable(error);
    });

  mount.open(systemRoutes.health, async () => {
    await requireReady();
    return {
      status: "ok" as const,
      version: parts.version,
      runtimes: Object.entries(parts.getRuntimes()).map(([name, status]) => ({
        name,
        available: status.available,
        ...(!status.available && { reason: status.reason }),
      })),
    };
  });

  mount.open(systemRoutes.live, async () => ({ status: "live" as const }));

  mount.open(systemRoutes.ready, async () => {
    await requireReady();
    return { status: "ready" as const };
  });

  mount.open(systemRoutes.expected, async () => {
    const now = new Date();
    const { payments, plan_changes } = parts.expected;
    return { payments: leaveOutPast(payments, now), plan_changes: leaveOutPast(plan_changes, now) };
  });

  mount.open(systemRoutes.models, async () => ({
    default_model: parts.getDefaultModel(),
    models: parts.listModels().map((model) => ({
      id: model.id,
      provider: model.provider,
      is_language_model: model.isLanguageModel,
      prompt_usd_per_million: nanoToUsd(model.promptRateNano),
      completion_usd_per_million: nanoToUsd(model.completionRateNano),
    })),
  }));
}
