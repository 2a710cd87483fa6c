import { Button } from "../../../components/button.tsx";
import { addScriptBlock } from "./script-block.ts";
import type { ShownCheck } from "./shown-checks.ts";

interface ScriptOfferProps {
  readonly checks: readonly ShownCheck[];
  readonly file: File | null;
  /** Called with the file that has the block. */
  readonly onFile: (file: File) => void;
}

/** Offers the script block that declares the file's packages, and adds it; shows nothing if none is needed. */
export function ScriptOffer({ checks, file, onFile }: ScriptOfferProps) {
  const block = checks.find((check) => check.suggested_script !== undefined)?.suggested_script;
  if (block === undefined || file === null) return null;
  const add = async () => {
    const source = addScriptBlock(await file.text(), block);
    onFile(new File([source], file.name, { type: file.type }));
  };
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 border border-line bg-surface p-4 text-14">
      <p>
        This block declares the packages of your file. Add it to your own copy, too:{" "}
        <code className="mono text-12">uv run</code> reads the same block.
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="mono max-h-60 w-full overflow-auto border border-line bg-sunken p-3 text-12"
      >
        {block}
      </pre>
      <Button size="sm" onClick={add}>
        Add the block and check again
      </Button>
    </section>
  );
}
