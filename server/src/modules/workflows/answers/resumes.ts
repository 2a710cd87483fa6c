import { RESUME_TEXTS, type RunWait } from "@stoa/contract";
import { type WaitAnswer, WaitRequest } from "@stoa/workflow";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import type { AnsweredWaits } from "./answered-waits.ts";
import { hashToken, type ResumeTokens } from "./resume-token.ts";
import type { WaitState, WaitStore } from "./wait-store.ts";

export type Asks = WaitRequest["asks"];

/** A wait that was found by its resume URL. */
export interface FoundWait {
  runId: string;
  accountId: string;
  hash: Buffer;
  asks: Asks;
}

const conflict = (detail: string) => new AppError(409, "conflict", detail);
const createUnknownWaitError = () => new AppError(404, "not_found", RESUME_TEXTS.unknown);

/** Finds and answers waits by their resume URLs, and lists the waits of a run to its caller. */
export class Resumes {
  readonly #store: WaitStore;
  readonly #waits: Pick<AnsweredWaits, "wake">;
  readonly #tokens: ResumeTokens;
  readonly #ownsRun: (runId: string, accountId: string) => Promise<boolean>;

  constructor(options: {
    store: WaitStore;
    waits: Pick<AnsweredWaits, "wake">;
    tokens: ResumeTokens;
    ownsRun: (runId: string, accountId: string) => Promise<boolean>;
  }) {
    this.#store = options.store;
    this.#waits = options.waits;
    this.#tokens = options.tokens;
    this.#ownsRun = options.ownsRun;
  }

  /** @throws AppError 404 if no run waits at the URL, 409 if the run is not waiting at the moment */
  async find(runId: string, token: string): Promise<FoundWait> {
    const hash = hashToken(token);
    const known = await this.#store.find(runId, hash);
    if (!known) throw createUnknownWaitError();
    const { state, accountId, asks } = known;
    if (state !== "waiting" || asks === null) throw createNotWaitingError(state);
    return { runId, accountId, hash, asks: parseAsks(asks) };
  }

  /** @throws AppError 409 if the wait was already answered */
  async answer({ runId, accountId, hash }: FoundWait, answer: WaitAnswer): Promise<void> {
    if (!(await this.#store.answer({ runId, accountId, hash }, JSON.stringify(answer))))
      throw conflict(RESUME_TEXTS.answered);
    this.#waits.wake(hash);
  }

  /** Returns the waits of a run to the caller who started it. @throws AppError 404 for a run of another account */
  async listByRun(runId: string, accountId: string): Promise<RunWait[]> {
    if (!(await this.#ownsRun(runId, accountId))) throw notFound("Run");
    const waits = await this.#store.listByRun(runId, accountId);
    return waits.map(({ node, asks: text, sealed, until }) => {
      const asks = parseAsks(text);
      return {
        node,
        kind: asks.kind,
        method: asks.kind === "call" ? asks.method : null,
        url: this.#tokens.createUrl(sealed, runId, accountId),
        until: until.toISOString(),
      };
    });
  }
}

function createNotWaitingError(state: WaitState): AppError {
  if (state === "announced") return conflict(RESUME_TEXTS.notYet);
  return state === "answered" ? conflict(RESUME_TEXTS.answered) : conflict(RESUME_TEXTS.over);
}

const parseAsks = (text: string): Asks => WaitRequest.shape.asks.parse(JSON.parse(text));
