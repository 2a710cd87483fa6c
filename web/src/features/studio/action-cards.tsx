import { Link } from "@tanstack/react-router";
import { FlaskConical, Plus, Rocket } from "lucide-react";
import type { ReactNode } from "react";

export interface ActionCardsProps {
  readonly onUpload: () => void;
  /** One's agent to try; without one the playground is the marketplace. */
  readonly playgroundAgent: number | undefined;
}

const CARD = "group flex items-start gap-4 p-5 text-left hover:bg-raised -outline-offset-2";

/** Create, deploy, try. */
export function ActionCards({ onUpload, playgroundAgent }: ActionCardsProps) {
  return (
    <div className="hairgrid md:grid-cols-3">
      <button type="button" className={CARD} onClick={onUpload}>
        <CardText
          icon={<Plus size={20} />}
          title="Create New Agent"
          text="Upload a .py or .json file and set its price."
        />
      </button>
      <button type="button" className={CARD} onClick={onUpload}>
        <CardText
          icon={<Rocket size={20} />}
          title="Deploy Agent"
          text="Checked, tried in the sandbox, listed: one step."
        />
      </button>
      {playgroundAgent === undefined ? (
        <Link to="/marketplace" className={CARD}>
          <Playground text="Try any agent with one message." />
        </Link>
      ) : (
        <Link
          to="/agent/$id"
          params={{ id: String(playgroundAgent) }}
          search={{ tab: "tryit" }}
          className={CARD}
        >
          <Playground text="Run your own agent as a buyer would." />
        </Link>
      )}
    </div>
  );
}

function Playground({ text }: { readonly text: string }) {
  return <CardText icon={<FlaskConical size={20} />} title="Test Playground" text={text} />;
}

function CardText({
  icon,
  title,
  text,
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
}) {
  return (
    <>
      <span aria-hidden="true" className="mt-0.5 text-ink-2">
        {icon}
      </span>
      <span>
        <span className="block font-semibold text-16 group-hover:underline group-hover:underline-offset-4">
          {title}
        </span>
        <span className="mt-1 block text-14 text-ink-2">{text}</span>
      </span>
    </>
  );
}
