import type { Json } from "@stoa/contract/values";
import { lazy, Suspense } from "react";
import { CodeBlock } from "../../components/code-block.tsx";

const Markdown = lazy(() => import("../../components/markdown.tsx"));

function Answer({ answer, isArriving }: { readonly answer: Json; readonly isArriving: boolean }) {
  if (answer === null || answer === "") return null;
  if (typeof answer !== "string") return <CodeBlock language="json" code={JSON.stringify(answer, null, 2)} />;
  return (
    <Suspense fallback={<div className="prose whitespace-pre-wrap">{answer}</div>}>
      <Markdown text={answer} streaming={isArriving} />
    </Suspense>
  );
}

interface VisitorTurnProps {
  readonly agentName: string;
  readonly message: string;
  readonly answer: Json;
  /** Why there is no answer, or no whole one. */
  readonly detail?: string | null;
  readonly isArriving?: boolean;
}

/** Shows a visitor's message and the agent's answer. */
export function VisitorTurn({
  agentName,
  message,
  answer,
  detail = null,
  isArriving = false,
}: VisitorTurnProps) {
  return (
    <li className="grid grid-cols-1 gap-3 py-3">
      <div className="ml-auto max-w-[85%]">
        <p className="sr-only">You</p>
        <p className="wrap-anywhere w-fit whitespace-pre-wrap rounded-10 bg-sunken px-3.5 py-2">{message}</p>
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-2" aria-busy={isArriving}>
        <p className="sr-only">{agentName}</p>
        <Answer answer={answer} isArriving={isArriving} />
        {isArriving && answer === "" && (
          <p className="text-14 text-ink-2 motion-safe:animate-pulse-signal">Writing...</p>
        )}
        {detail !== null && <p className="border-control border-l-2 pl-3 text-14 text-ink-2">{detail}</p>}
      </div>
    </li>
  );
}
