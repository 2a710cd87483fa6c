import type { Period } from "@stoa/contract/values";

/** What the logs show, as it stands in the address. */
export interface LogsSearch {
  readonly period?: Period | undefined;
  readonly search?: string | undefined;
  readonly agent?: string | undefined;
  readonly agent_id?: number | undefined;
  readonly agent_name?: string | undefined;
  readonly page?: number | undefined;
  /** The run whose details are open. */
  readonly run?: string | undefined;
}
