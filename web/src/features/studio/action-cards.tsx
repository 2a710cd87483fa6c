import { Link } from "@tanstack/react-router";
import { FlaskConical, Plus, Rocket } from "lucide-react";
import type { ReactNode } from "react";

interface ActionCardsProps {
  readonly onUpload: () => void;
  readonly onPlayground: () => void;
  /** Whether the developer has agents. If not, the playground card links to the marketplace. */
  readonly hasAgents: boolean;
}

const CARD = "group flex items-start gap-4 p-5 text-left hover:bg-raised -outline-offset-2";

/** Shows the cards for creating, deploying and trying an agent. */
export function ActionCards({ onUpload, onPlayground, hasAgents }: ActionCardsProps) {
  return (
    <div className="hairgrid md:grid-cols-3">
      <button type="button" aria-haspopup="dialog" className={CARD} onClick={onUpload}>
        <CardText
          icon={<Plus size={20} />}
          title="Create New Agent"
          text="Start from a template or your own file."
        />
      </button>
      <button type="button" aria-haspopup="dialog" className={CARD} onClick={onUpload}>
        <CardText
          icon={<Rocket size={20} />}
          title="Deploy Agent"
          text="Check, test and publish in one step."
        />
      </button>
      {hasAgents ? (
        <button type="button" aria-haspopup="dialog" className={CARD} onClick={onPlayground}>
          <Playground text="Test your agents; you pay only the model cost." />
        </button>
      ) : (
        <Link to="/marketplace" className={CARD}>
          <Playground text="Try any agent with one message." />
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
