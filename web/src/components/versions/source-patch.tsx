import { cx } from "../../lib/class-names.ts";
import { getPatchLines, type PatchLine } from "./patch-lines.ts";

const TONE: Readonly<Record<PatchLine["kind"], string>> = {
  added: "bg-[color-mix(in_oklab,var(--ok)_12%,var(--surface))] text-ok",
  removed: "bg-[color-mix(in_oklab,var(--danger)_10%,var(--surface))] text-danger",
  same: "",
  place: "bg-sunken text-ink-3",
};

/** Shows the changes to a source, only to its owner. */
export function SourcePatch({ patch }: { readonly patch: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <pre tabIndex={0} className="max-h-96 overflow-auto border border-line bg-surface py-2 -outline-offset-2">
      <code className="mono block w-max min-w-full text-12 leading-5">
        {getPatchLines(patch).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a diff is identified by its position
          <span key={index} className={cx("block px-4", TONE[line.kind])}>
            {line.text === "" ? " " : line.text}
          </span>
        ))}
      </code>
    </pre>
  );
}
