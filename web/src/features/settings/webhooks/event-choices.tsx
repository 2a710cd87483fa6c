import type { SubscribedEventType } from "@stoa/contract/webhook-events";
import { EVENT_WORDS } from "./webhook-words.ts";

export interface EventChoicesProps {
  readonly chosen: readonly SubscribedEventType[];
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly SubscribedEventType[]) => void;
}

/** Which events a webhook is told of. */
export function EventChoices({ chosen, problem, onChange }: EventChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium text-14">Events</legend>
      {EVENT_WORDS.map(([type, words]) => (
        <label key={type} className="flex min-h-9 items-center gap-3 text-14 max-md:min-h-11">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-(--ink)"
            checked={chosen.includes(type)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
            }
          />
          <span>
            {words} <code className="mono text-12 text-ink-3">{type}</code>
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-14 text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
