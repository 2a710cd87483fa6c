import { type AgentAnalytics, type DeveloperAnalytics, PLANS, type PlanType, TEXTS } from "@stoa/contract";
import type { Database } from "../../platform/db/database.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";
import type { CsvFile } from "../../platform/http/csv-reply.ts";
import { readSpan } from "./analytics-store.ts";
import { forgetOldDays } from "./day-retention.ts";
import type { SpanFigures } from "./figures.ts";
import { presentAgent, presentCsv, presentDeveloper } from "./present.ts";

export interface AnalyticsOptions {
  db: Database;
  getPlan(accountId: string): Promise<PlanType>;
  ownsAgent(agentId: number, accountId: string): Promise<boolean>;
}

/** Shows developers the runs and earnings of their agents, as far as their plan includes these figures. */
export class Analytics {
  readonly #options: AnalyticsOptions;

  constructor(options: AnalyticsOptions) {
    this.#options = options;
  }

  /** @throws AppError 404 for an agent of another account. */
  async getAgentAnalytics(accountId: string, agentId: number, days: number): Promise<AgentAnalytics> {
    await this.#requireOwn(accountId, agentId);
    const span = await this.#readAgent(accountId, agentId, days);
    return presentAgent(agentId, span, days, await this.#options.getPlan(accountId));
  }

  async getDeveloperAnalytics(accountId: string, days: number): Promise<DeveloperAnalytics> {
    const span = await this.#readAll(accountId, days);
    return presentDeveloper(span, days, await this.#options.getPlan(accountId));
  }

  /** @throws AppError 404 for an agent of another account; 403 if the plan does not include CSV. */
  async createAgentCsv(accountId: string, agentId: number, days: number): Promise<CsvFile> {
    await this.#requireOwn(accountId, agentId);
    await this.#requireCsv(accountId);
    const span = await this.#readAgent(accountId, agentId, days);
    return presentCsv(`stoa-agent-${agentId}-${span.from}-to-${span.to}`, span);
  }

  /** @throws AppError 403 if the plan does not include CSV. */
  async createDeveloperCsv(accountId: string, days: number): Promise<CsvFile> {
    await this.#requireCsv(accountId);
    const span = await this.#readAll(accountId, days);
    return presentCsv(`stoa-agents-${span.from}-to-${span.to}`, span);
  }

  /** Removes days that no span can include anymore. */
  forgetOld(): Promise<void> {
    return forgetOldDays(this.#options.db);
  }

  #readAgent(accountId: string, agentId: number, days: number): Promise<SpanFigures> {
    return readSpan(this.#options.db, { developerAccountId: accountId, agentId }, days);
  }

  #readAll(accountId: string, days: number): Promise<SpanFigures> {
    return readSpan(this.#options.db, { developerAccountId: accountId }, days);
  }

  async #requireOwn(accountId: string, agentId: number): Promise<void> {
    if (!(await this.#options.ownsAgent(agentId, accountId))) throw notFound("Agent");
  }

  async #requireCsv(accountId: string): Promise<void> {
    const plan = await this.#options.getPlan(accountId);
    if (!PLANS[plan].advancedAnalytics) throw new AppError(403, "forbidden", TEXTS.analytics.csvNeedsPlan);
  }
}
