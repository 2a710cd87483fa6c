import { type InspectReply, type UploadCheck, type UploadFields, usdToNano } from "@stoa/contract";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { NewAgent } from "../agents/agent-store.ts";
import type { GetPlan } from "../agents/runnable-agents.ts";
import { toNanoPrice } from "../prices/price.ts";
import {
  getPriceAdvice,
  type PriceTerms,
  requireConfirmedPrice,
  requirePriceAboveCost,
} from "../prices/price-advice.ts";
import type { VersionContent } from "../versions/version-content.ts";
import { runCheck, skipCheck } from "./check-list.ts";
import { getDeclaredTexts } from "./declared-texts.ts";
import { FILE_CHECKS, TRIAL_RUN, toVersionContent } from "./file-checks.ts";
import type { FileDescription } from "./file-description.ts";
import { resolveModels } from "./offered-models.ts";
import { publishAgent, refuseOverPlan } from "./publish.ts";
import type { CheckTools, UploadedFile } from "./upload-context.ts";
import type { UploadNotices } from "./upload-notices.ts";

/**
 * The number of workflow nodes that the form offers for the answer. Nobody could find a node in a longer
 * list.
 */
const MAX_OFFERED_NODES = 500;

export interface UploadsOptions extends CheckTools {
  db: Database;
  getPlan: GetPlan;
  notices: UploadNotices;
}

/** A file that passed every check. */
export interface CheckedFile {
  content: VersionContent;
  declaration: FileDescription["declaration"];
  checks: UploadCheck[];
}

interface RefusedFile {
  /** The detail of the check that failed. */
  failure: string;
  checks: UploadCheck[];
}

/** Returns the error for a file that failed a check. */
export function createUploadRefusal({ failure, checks }: RefusedFile): AppError {
  return new AppError(400, "upload_refused", failure, { checks });
}

/** Returns the file with the fields of the form that affect its checks. */
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

/** Checks an uploaded file, runs it once as a trial and stores it (docs/product-rules.md#upload-checks). */
export class Uploads {
  readonly #options: UploadsOptions;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  /** Runs all checks except the trial run, and suggests a price. Nothing is stored. */
  async inspect(accountId: string, file: UploadedFile): Promise<InspectReply> {
    const report = await FILE_CHECKS.run({ file, accountId, tools: this.#options });
    const { framework, suggested, inputs, outputNodes, outputNode, declaration } = report.description;
    const { getPlan, models } = this.#options;
    return {
      framework,
      suggested,
      input_params: inputs,
      output_nodes: outputNodes.slice(0, MAX_OFFERED_NODES),
      output_node: outputNode,
      price_advice: getPriceAdvice(declaration.models, await getPlan(accountId), models),
      checks: [...report.checks, skipCheck(TRIAL_RUN, report)],
    };
  }

  /**
   * Runs every check, including the trial run. @param terms the agent's price; without it, the price is not compared
   * with the cost of its models.
   * @throws AppError 400 price_below_cost; 503 if a check cannot run now.
   */
  async check(
    accountId: string,
    file: UploadedFile,
    terms?: PriceTerms,
  ): Promise<({ passed: true } & CheckedFile) | ({ passed: false } & RefusedFile)> {
    const inspected = await FILE_CHECKS.run({ file, accountId, tools: this.#options });
    const { declaration } = inspected.description;
    if (inspected.passed && terms) requirePriceAboveCost(terms, declaration.models, this.#options.models);
    const report = await runCheck(inspected, TRIAL_RUN);
    if (!report.passed) return { passed: false, failure: report.failure, checks: report.checks };
    const content = toVersionContent(report.facts);
    return { passed: true, content, declaration, checks: report.checks };
  }

  /**
   * Stores a new agent after its checks. If one fails, the developer is notified and nothing is stored.
   * @throws AppError 400 upload_refused, price_below_cost or for a price that is not confirmed; 403 agent_limit_reached
   * or plan_required; 409 for a name that is taken; 503 if a check cannot run now.
   */
  async upload(
    ownerAccountId: string,
    fields: UploadFields,
    file: UploadedFile,
  ): Promise<{ agentId: number; checks: UploadCheck[] }> {
    const { db, getPlan, notices } = this.#options;
    requireConfirmedPrice(fields.price_per_token, fields.confirm_price);
    const pricePerToken = toNanoPrice(fields.price_per_token);
    const sponsorLimit = usdToNano(fields.sponsor_limit_per_run);
    const plan = await getPlan(ownerAccountId);
    await refuseOverPlan(db, { accountId: ownerAccountId, plan }, fields);
    const terms = { pricePerToken, sponsorLimit };
    const checked = await this.check(ownerAccountId, withFields(file, fields), terms);
    if (!checked.passed) {
      await notices.notifyOfRefusal(ownerAccountId, fields, checked.failure);
      throw createUploadRefusal(checked);
    }
    const { content, checks } = checked;
    const agent: NewAgent = {
      ownerAccountId,
      name: fields.name,
      description: fields.description,
      documentation: fields.documentation,
      category: fields.category,
      sponsorLimit,
      visibility: fields.visibility,
      ...getDeclaredTexts(checked.declaration),
    };
    const models = resolveModels(content.models, this.#options.models);
    const publication = { agent, content, models, checks, pricePerToken };
    const agentId = await publishAgent(db, publication, { notices });
    return { agentId, checks };
  }
}
