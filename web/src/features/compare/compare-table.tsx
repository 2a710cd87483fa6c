import type { Agent } from "@stoa/contract/catalog";
import { Badge } from "../../components/badge.tsx";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { findBest } from "./best-of.ts";
import { CompareHead } from "./compare-head.tsx";
import { COMPARE_ROWS, type CompareRow } from "./compare-rows.tsx";

interface CompareTableProps {
  readonly agents: readonly Agent[];
  readonly onRemove: (id: number) => void;
}

const CELL = "border-line border-l p-4 align-top max-md:p-3";
/**
 * The width of an agent's column. The column is so narrow that, next to the labels, part of the second agent is visible
 * even on the narrowest phone.
 */
const COLUMN_REM = 10.5;
const LABELS_REM = 6.5;

function Row({ row, agents }: { readonly row: CompareRow; readonly agents: readonly Agent[] }) {
  const best = row.race ? findBest(agents, row.race) : undefined;
  return (
    <tr className="border-line border-t">
      <th scope="row" className="label sticky left-0 z-10 bg-surface p-4 text-left align-top max-md:p-3">
        {row.label}
      </th>
      {agents.map((agent, place) => (
        <td key={agent.id} className={`${CELL} text-14 tabular-nums`}>
          <span className="flex flex-wrap items-center gap-2">
            {row.show(agent)}
            {best?.has(place) && <Badge tone="ok">{row.race?.title}</Badge>}
          </span>
        </td>
      ))}
    </tr>
  );
}

/** Shows agents side by side; on a phone the table scrolls sideways under its labels. */
export function CompareTable({ agents, onRemove }: CompareTableProps) {
  return (
    <ScrollRegion label="Comparison" framed>
      <table
        className="w-full table-fixed border-collapse"
        style={{ minWidth: `${LABELS_REM + agents.length * COLUMN_REM}rem` }}
      >
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-10 w-26 bg-surface md:w-44">
              <span className="sr-only">Figure</span>
            </th>
            {agents.map((agent) => (
              <th key={agent.id} scope="col" className={`${CELL} text-left`}>
                <CompareHead agent={agent} onRemove={() => onRemove(agent.id)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARE_ROWS.map((row) => (
            <Row key={row.label} row={row} agents={agents} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
