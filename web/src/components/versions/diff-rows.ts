import { describeHost } from "@stoa/contract/agent-hosts";
import type { InputParam } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import { getChosenServerName } from "@stoa/contract/chosen-servers";
import { formatMethods, formatScope } from "@stoa/contract/connector-labels";
import type { ConnectorUse } from "@stoa/contract/connectors";
import type { VersionDiff } from "@stoa/contract/versions";
import { PART_NAMES } from "./version-labels.ts";

interface DiffRow {
  readonly part: string;
  readonly kind: "Added" | "Removed" | "Changed";
  readonly text: string;
}

function formatInput({ name, type, required }: InputParam): string {
  return `${name}: ${type}${required ? "" : ", optional"}`;
}

function formatUse(use: ConnectorUse): string {
  return [getChosenServerName(use.service) ?? use.service, formatMethods(use.methods), formatScope(use)]
    .filter(Boolean)
    .join(" ");
}

interface Parts<Part> {
  readonly added: readonly Part[];
  readonly removed: readonly Part[];
  readonly changed?: ReadonlyArray<{ readonly from: Part; readonly to: Part }>;
}

function toRows<Part>(part: string, parts: Parts<Part>, format: (value: Part) => string): DiffRow[] {
  return [
    ...parts.added.map((value) => ({ part, kind: "Added" as const, text: format(value) })),
    ...parts.removed.map((value) => ({ part, kind: "Removed" as const, text: format(value) })),
    ...(parts.changed ?? []).map(({ from, to }) => ({
      part,
      kind: "Changed" as const,
      text:
        format(from) === format(to) ? `${format(to)} (details changed)` : `${format(from)} → ${format(to)}`,
    })),
  ];
}

/** Returns the differences between two versions, except the source, one per row. */
export function createDiffRows(diff: VersionDiff): DiffRow[] {
  const { framework } = diff;
  const frameworks = framework && {
    added: [],
    removed: [],
    changed: framework.from === null ? [] : [{ from: framework.from, to: framework.to }],
  };
  return [
    ...(frameworks ? toRows(PART_NAMES.framework, frameworks, (name) => FRAMEWORK_NAMES[name]) : []),
    ...toRows(PART_NAMES.inputs, diff.inputs, formatInput),
    ...toRows(PART_NAMES.models, diff.models, (model) => model),
    ...toRows(PART_NAMES.connectors, diff.connectors, formatUse),
    ...toRows(PART_NAMES.hosts, diff.hosts, describeHost),
    ...toRows(PART_NAMES.called_agents, diff.called_agents, ({ id, name }) => name ?? `Agent ${id}`),
    ...toRows(PART_NAMES.examples, diff.examples, (example) => JSON.stringify(example)),
  ];
}
