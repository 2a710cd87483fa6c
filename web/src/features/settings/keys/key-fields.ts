import type { CreateKeyRequest, NamedKey } from "@stoa/contract/keys";
import { DEFAULT_SCOPES, type Scope } from "@stoa/contract/scope-labels";
import { readLimit, toLimitText } from "./read-limit.ts";

/** A key as form values. */
export interface KeyFields {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly perRun: string;
  readonly perDay: string;
  readonly perMonth: string;
  /** A UTC day, such as 2026-11-30; empty if the key does not expire. */
  readonly lastDay: string;
}

export const emptyKey: KeyFields = {
  name: "",
  scopes: DEFAULT_SCOPES,
  perRun: "",
  perDay: "",
  perMonth: "",
  lastDay: "",
};

/** Returns the form values of a key. */
export function toKeyFields(key: NamedKey): KeyFields {
  return {
    name: key.name,
    scopes: key.scopes,
    perRun: toLimitText(key.limit_per_run),
    perDay: toLimitText(key.limit_per_day),
    perMonth: toLimitText(key.limit_per_month),
    lastDay: key.expires_at?.slice(0, "2026-11-30".length) ?? "",
  };
}

/** Returns the form as a request. The key is valid until the end of its last day. `undefined` if a value is invalid. */
export function createKeyRequest(fields: KeyFields): CreateKeyRequest | undefined {
  const name = fields.name.trim();
  const [run, day, month] = [fields.perRun, fields.perDay, fields.perMonth].map(readLimit);
  if (
    name === "" ||
    fields.scopes.length === 0 ||
    run === undefined ||
    day === undefined ||
    month === undefined
  )
    return undefined;
  return {
    name,
    scopes: [...fields.scopes],
    limit_per_run: run,
    limit_per_day: day,
    limit_per_month: month,
    expires_at: fields.lastDay === "" ? null : `${fields.lastDay}T23:59:59Z`,
  };
}
