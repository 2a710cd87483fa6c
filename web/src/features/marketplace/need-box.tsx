import { LIMITS } from "@stoa/contract/limits";
import { TEXTS } from "@stoa/contract/texts";
import { Sparkles } from "lucide-react";
import { type SubmitEvent, useEffect, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { useAlive } from "../../lib/use-alive.ts";
import type { Need } from "./need.ts";

export interface NeedBoxProps {
  readonly need: Need | undefined;
  readonly onNeed: (need: Need | undefined) => void;
}

/** Shows the text field in which the user describes what they need to do. */
export function NeedBox({ need, onNeed }: NeedBoxProps) {
  const alive = useAlive();
  const [text, setText] = useState(need?.query ?? "");
  const [empty, setEmpty] = useState(false);
  const id = useId();
  useEffect(() => setText(need?.query ?? ""), [need?.query]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const query = text.trim();
    setEmpty(query === "");
    if (query !== "") onNeed({ ...need, query });
  }

  return (
    <form onSubmit={submit} noValidate className="border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3 md:flex-nowrap">
        <label htmlFor={id} className="shrink-0 pb-1.5 font-semibold text-22 max-md:w-full max-md:pb-0">
          I need to
        </label>
        <input
          id={id}
          type="text"
          readOnly={!alive}
          value={text}
          maxLength={LIMITS.recommendationQueryMaxLength}
          placeholder="answer unhappy customers"
          autoComplete="off"
          aria-invalid={empty || undefined}
          aria-describedby={empty ? `${id}-note` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setEmpty(false);
          }}
          className="h-11 w-full min-w-0 flex-1 border-control border-b bg-transparent text-18 outline-offset-4 hover:border-ink-2 aria-invalid:border-danger max-md:basis-full"
        />
        <Button type="submit" icon={<Sparkles aria-hidden="true" size={16} />} className="max-md:w-full">
          Find agents
        </Button>
      </div>
      {empty && (
        <p id={`${id}-note`} role="alert" className="mt-2 text-14 text-danger">
          {TEXTS.recommendations.queryRequired}
        </p>
      )}
    </form>
  );
}
