const KEYS = [
  ["↑ ↓", "move"],
  ["Enter", "open"],
  ["Esc", "close"],
] as const;

/** The keys that work in the palette, for who has a keyboard. */
export function PaletteKeys() {
  return (
    <p
      aria-hidden="true"
      className="flex shrink-0 gap-5 border-line border-t px-4 py-2.5 text-12 text-ink-3 max-md:hidden"
    >
      {KEYS.map(([key, does]) => (
        <span key={key} className="flex items-center gap-1.5">
          <kbd className="mono rounded-2 border border-line px-1.5 text-11">{key}</kbd>
          {does}
        </span>
      ))}
    </p>
  );
}
