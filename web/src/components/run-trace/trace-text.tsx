/** A text longer than this, or of more lines, unfolds: a trace is read by its lines. */
const LONG_CHARS = 240;
const LONG_LINES = 4;

/** Words of the agent; what is withheld says so. */
export function TraceText({ text }: { readonly text: string | null }) {
  if (text === null) return <p className="text-14 text-ink-3 italic">Withheld</p>;
  if (text === "") return null;
  const isLong = text.length > LONG_CHARS || text.split("\n").length > LONG_LINES;
  if (!isLong) return <p className="wrap-anywhere whitespace-pre-wrap text-14">{text}</p>;
  return (
    <details className="group">
      <summary className="list-none text-14 [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-2 wrap-anywhere group-open:hidden">{text.slice(0, LONG_CHARS)}</span>
        <span className="link text-12 text-ink-2">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-14">{text}</p>
    </details>
  );
}
