import { type PriceAdvice, type UploadCheck, type UploadFields, usdToNano } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { NewAgent } from "../agents/agent-store.ts";
import type { TrialRunner } from "../agents/runnable-agent.ts";
import type { PlanOf } from "../agents/runnable-agents.ts";
import { priceToNano } from "../prices/price.ts";
import {
  type PriceTerms,
  priceAdvice,
  requireConfirmedPrice,
  requirePriceAboveCost,
} from "../prices/price-advice.ts";
import type { VersionContent } from "../versions/version-content.ts";
import type { Finding } from "./check-report.ts";
import { declaredTexts } from "./declared-texts.ts";
import { inspectFile } from "./file-inspection.ts";
import type { FileReport, InspectionTools, UploadedFile } from "./file-report.ts";
import { resolveModels } from "./offered-models.ts";
import { publishAgent, refuseOverPlan } from "./publish.ts";
import { trialInput } from "./trial-input.ts";
import type { UploadNotices } from "./upload-notices.ts";

export interface UploadsOptions extends InspectionTools {
  db: Database;
  trials: TrialRunner;
  planOf: PlanOf;
  notices: UploadNotices;
}

export interface CheckedFile {
  content: VersionContent;
  report: FileReport;
  checks: UploadCheck[];
}

function refused(report: FileReport): AppError {
  return new AppError(400, "upload_refused", report.checks.failure ?? "The upload was refused", {
    checks: report.checks.toChecks(),
  });
}

/** The developer is told where in the file a trial run failed: the last place that its traceback names. */
function trialFinding(trial: Awaited<ReturnType<TrialRunner["try"]>>, filename: string): Finding {
  if (trial.ok && trial.endedAtConnector)
    return {
      ok: true,
      detail: "Tried up to its first call of a service or another agent: a trial run can make none",
    };
  if (trial.ok && trial.warning !== undefined)
    return {
      ok: true,
      detail: `${trial.warning} A run without an answer fails and costs nothing.`,
      warns: true,
    };
  if (trial.ok) {
    const answered = `Answered in ${(trial.durationMs / 1000).toFixed(2)} s`;
    return { ok: true, detail: trial.tools === undefined ? answered : `${answered}. ${trial.tools}` };
  }
  const places = trial.developerDetail.split(`${filename}", line `).slice(1);
  const line = Number.parseInt(places.at(-1) ?? "", 10);
  return Number.isNaN(line)
    ? { ok: false, detail: trial.detail }
    : { ok: false, detail: `Line ${line}: ${trial.detail}`, line };
}

/** A file with what its form says of it. */
export function withFields(
  file: UploadedFile,
  { output_node, allow_missing_models }: Pick<UploadFields, "output_node" | "allow_missing_models">,
): UploadedFile {
  return {
    ...file,
    allowMissingModels: allow_missing_models,
    ...(output_node !== undefined && { outputNode: output_node }),
  };
}

/** Uploads: checks a file, tries it, then stores it (docs/product-rules.md#upload-checks). */
export class Uploads {
  readonly #options: UploadsOptions;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** The static checks alone: nothing is saved or run. */
  inspect(accountId: string, file: UploadedFile): Promise<FileReport> {
    return inspectFile(this.#options, { ...file, owner: accountId });
  }

  /** Returns what the models of a file mean for its price, for this developer. */
  async priceAdvice({ declaration }: FileReport, ownerAccountId: string): Promise<PriceAdvice> {
    const { planOf, models } = this.#options;
    return priceAdvice(declaration.models, await planOf(ownerAccountId), models);
  }

  /**
   * Every check, the trial run too.
   * @param terms what the agent will cost; without them the price is not compared with what its models cost.
   * @throws AppError 400 upload_refused with all checks, or price_below_cost; 503.
   */
  async check(accountId: string, file: UploadedFile, terms?: PriceTerms): Promise<CheckedFile> {
    const report = await this.inspect(accountId, file);
    const { content } = report;
    if (!content) throw refused(report);
    if (terms) requirePriceAboveCost(terms, content.models, this.#options.models);
    const { source, filename, framework, entry } = content;
    const input = trialInput(content.inputs, content.examples);
    const trial = await this.#options.trials.try({ accountId, source, filename, framework, entry, input });
    if (!report.checks.add("trial_run", trialFinding(trial, filename))) throw refused(report);
    return { content, report, checks: report.checks.toChecks() };
  }

  /**
   * Stores a new agent after its checks; a refused upload stores nothing.
   * @throws AppError 400 upload_refused, price_below_cost or for a price that is not confirmed, 403 agent_limit_reached
   *   or plan_required, 409 for a name used already, 503.
   */
  async upload(
    ownerAccountId: string,
    fields: UploadFields,
    file: UploadedFile,
  ): Promise<{ agentId: number; checks: UploadCheck[] }> {
    const { db, planOf, notices } = this.#options;
    requireConfirmedPrice(fields.price_per_token, fields.confirm_price);
    const pricePerToken = priceToNano(fields.price_per_token);
    const sponsorLimit = usdToNano(fields.sponsor_limit_per_run);
    const plan = await planOf(ownerAccountId);
    await refuseOverPlan(db, { accountId: ownerAccountId, plan }, fields);
    const { content, report, checks } = await notices.ofRefusal(ownerAccountId, fields, () =>
      this.check(ownerAccountId, withFields(file, fields), { pricePerToken, sponsorLimit }),
    );
    const agent: NewAgent = {
      ownerAccountId,
      name: fields.name,
      description: fields.description,
      documentation: fields.documentation,
      category: fields.category,
      sponsorLimit,
      visibility: fields.visibility,
      ...declaredTexts(report.declaration),
    };
    const models = resolveModels(content.models, this.#options.models);
    const publication = { agent, content, models, checks, pricePerToken };
    const agentId = await publishAgent(db, publication, { notices });
    return { agentId, checks };
  }
}
