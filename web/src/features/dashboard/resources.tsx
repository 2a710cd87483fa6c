import { Link } from "@tanstack/react-router";
import { BookOpen, GraduationCap, SquareTerminal } from "lucide-react";
import { SectionHeading } from "../../components/page-heading.tsx";

const CARD = "group grid content-start gap-2 p-5 hover:bg-raised -outline-offset-2";
const TITLE = "font-semibold text-16 group-hover:underline group-hover:underline-offset-4";

/** Documentation and resources: each leads somewhere. */
export function Resources() {
  return (
    <section>
      <SectionHeading title="Documentation and Resources" />
      <div className="hairgrid md:grid-cols-3">
        <Link to="/marketplace" className={CARD}>
          <BookOpen aria-hidden="true" size={18} className="text-ink-2" />
          <span className={TITLE}>Getting Started</span>
          <span className="text-14 text-ink-2">Open an agent and run its example: one press.</span>
        </Link>
        <Link to="/docs" className={CARD}>
          <SquareTerminal aria-hidden="true" size={18} className="text-ink-2" />
          <span className={TITLE}>API Reference</span>
          <span className="text-14 text-ink-2">Every call with a real answer and code to copy.</span>
        </Link>
        <Link to="/developer-studio" className={CARD}>
          <GraduationCap aria-hidden="true" size={18} className="text-ink-2" />
          <span className={TITLE}>Tutorials</span>
          <span className="text-14 text-ink-2">Write an agent in one Python file and upload it.</span>
        </Link>
      </div>
    </section>
  );
}
