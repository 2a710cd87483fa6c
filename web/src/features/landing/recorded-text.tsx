/**
 * The few markdown forms of the recorded answer: headings, table rows, quotes, lists. The whole markdown renderer
 * would weigh half as much as the landing page.
 */
export function RecordedText({ text }: { readonly text: string }) {
  return text.split("\n").map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines only grow at the end
    <RecordedLine key={index} line={line} />
  ));
}

function RecordedLine({ line }: { readonly line: string }) {
  if (/^\|[\s|-]*$/.test(line) || line.startsWith("| Reading")) return null;
  if (line.startsWith("|")) {
    const [name = "", value = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return (
      <p className="flex border-line border-b py-1">
        <span className="w-28 text-ink-3">{name}</span>
        <span>{value}</span>
      </p>
    );
  }
  if (line.startsWith("##")) return <p className="mt-3 mb-1 font-semibold text-ink">{line.slice(3)}</p>;
  if (line.startsWith(">")) return <p className="min-h-2 border-line border-l-2 pl-3">{line.slice(2)}</p>;
  return <p>{line.replace(/^- \[ \] /, "□ ")}</p>;
}
