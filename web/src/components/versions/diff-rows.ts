import type { InputParam } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { chosenServerName } from "@stoa/contract/chosen-servers";
import { scopeOf, verbsOf } from "@stoa/contract/connector-labels";
import type { ConnectorUse } from "@stoa/contract/connectors";
import type { VersionDiff } from "@stoa/contract/versions";
import { PART_NAMES } from "./version-words.ts";

interface DiffRow {
  readonly part: string;
  readonly kind: "Added" | "Removed" | "Changed";
  readonly text: string;
}

function inputText({ name, type, required }: InputParam): string {
  return `${name}: ${type}${required ? "" : ", optional"}`;
}

function useText(use: ConnectorUse): string {
  return [chosenServerName(use.service) ?? use.service, verbsOf(use.methods), scopeOf(use)]
    .filter(Boolean)
    .join(" ");
}

interface Parts<Part> {
  readonly added: readonly Part[];
  readonly removed: readonly Part[];
  readonly changed?: ReadonlyArray<{ readonly from: Part; readonly to: Part }>;
}

function rowsOf<Part>(part: string, parts: Parts<Part>, text: (value: Part) => string): DiffRow[] {
  return [
    ...parts.added.map((value) => ({ part, kind: "Added" as const, text: text(value) })),
    ...parts.removed.map((value) => ({ part, kind: "Removed" as const, text: text(value) })),
    ...(parts.changed ?? []).map(({ from, to }) => ({
      part,
      kind: "Changed" as const,
      text: text(from) === text(to) ? `${text(to)}, in its details` : `${text(from)} → ${text(to)}`,
    })),
  ];
}

/** Returns the differences between two versions, except the source, one per row. */
export function diffRows(diff: VersionDiff): DiffRow[] {
  const { framework } = diff;
  const frameworks = framework && {
    added: [],
    removed: [],
    changed: framework.from === null ? [] : [{ from: framework.from, to: framework.to }],
  };
  return [
    ...(frameworks ? rowsOf(PART_NAMES.framework, frameworks, (name) => FRAMEWORK_NAMES[name]) : []),
    ...rowsOf(PART_NAMES.inputs, diff.inputs, inputText),
    ...rowsOf(PART_NAMES.models, diff.models, (model) => model),
    ...rowsOf(PART_NAMES.connectors, diff.connectors, useText),
    ...rowsOf(PART_NAMES.called_agents, diff.called_agents, ({ id, name }) => name ?? `Agent ${id}`),
    ...rowsOf(PART_NAMES.examples, diff.examples, (example) => JSON.stringify(example)),
  ];
}
