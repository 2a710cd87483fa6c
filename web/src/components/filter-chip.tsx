import { X } from "lucide-react";

/** Shows an active filter that can be removed. */
export function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={`Remove filter ${label}`}
      className="inline-flex h-8 items-center gap-1.5 rounded-2 border border-control bg-surface px-2.5 text-14 hover:bg-sunken max-md:h-11"
    >
      {label}
      <X aria-hidden="true" size={14} />
    </button>
  );
}
