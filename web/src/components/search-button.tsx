import { Search } from "lucide-react";
import { useIsMac } from "../lib/use-is-mac.ts";

export interface SearchButtonProps {
  readonly onSearch: () => void;
  readonly onLikely: () => void;
}

/** Opens the command palette, and says by which keys it opens, too. */
export function SearchButton({ onSearch, onLikely }: SearchButtonProps) {
  const isMac = useIsMac();
  return (
    <button
      type="button"
      aria-label="Search agents, pages and actions"
      aria-keyshortcuts="Meta+K Control+K"
      aria-haspopup="dialog"
      onClick={onSearch}
      onPointerEnter={onLikely}
      onFocus={onLikely}
      className="inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-4 border border-control px-3 text-14 text-ink-2 transition-colors duration-100 hover:bg-sunken hover:text-ink max-md:size-11 max-md:px-0 max-md:text-ink"
    >
      <Search aria-hidden="true" size={16} />
      <span aria-hidden="true" className="max-lg:hidden">
        Search
      </span>
      <span aria-hidden="true" className="mono text-11 text-ink-3 max-md:hidden">
        {isMac ? "⌘K" : "Ctrl K"}
      </span>
    </button>
  );
}
