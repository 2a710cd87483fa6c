import { Autocomplete } from "@base-ui/react/autocomplete";
import { ArrowRight, FileText, type LucideIcon, Search, Zap } from "lucide-react";
import { AgentGlyph } from "../../components/agent-glyph.tsx";
import type { PaletteEntry } from "./palette-entry.ts";

const ICONS: Record<Exclude<PaletteEntry["kind"], "agent">, LucideIcon> = {
  page: FileText,
  action: Zap,
  search: Search,
};

function EntryMark({ entry }: { readonly entry: PaletteEntry }) {
  if (entry.kind === "agent") return <AgentGlyph agentId={entry.id} framework={entry.framework} size={22} />;
  const Icon = ICONS[entry.kind];
  return (
    <span className="grid size-5.5 shrink-0 place-items-center">
      <Icon aria-hidden="true" size={16} className="text-ink-3" />
    </span>
  );
}

interface PaletteRowProps {
  readonly entry: PaletteEntry;
  readonly onChoose: (entry: PaletteEntry) => void;
}

export function PaletteRow({ entry, onChoose }: PaletteRowProps) {
  return (
    <Autocomplete.Item
      value={entry}
      onClick={() => onChoose(entry)}
      className="group flex min-h-10 cursor-pointer items-center gap-3 rounded-4 px-3 py-1 text-14 outline-none data-highlighted:bg-sunken max-md:min-h-11"
    >
      <EntryMark entry={entry} />
      <span className="min-w-0 flex-1 truncate">{entry.label}</span>
      {entry.kind === "agent" && <span className="max-w-40 truncate text-ink-2">{entry.words}</span>}
      <ArrowRight
        aria-hidden="true"
        size={14}
        className="shrink-0 text-ink-3 opacity-0 group-data-highlighted:opacity-100"
      />
    </Autocomplete.Item>
  );
}
