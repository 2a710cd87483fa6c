import { Link } from "@tanstack/react-router";
import { ArrowRight, BookOpen, GraduationCap, SquareTerminal } from "lucide-react";
import { SectionHeading } from "../../components/page-heading.tsx";

const RESOURCES = [
  {
    to: "/guides/getting-started",
    Icon: BookOpen,
    title: "Getting Started",
    hint: "Create an account and run your first agent.",
  },
  {
    to: "/docs",
    Icon: SquareTerminal,
    title: "API Reference",
    hint: "Every endpoint with examples.",
  },
  {
    to: "/guides",
    Icon: GraduationCap,
    title: "Tutorials",
    hint: "Upload an agent, call one through the API, set a price.",
  },
] as const;

export function Resources() {
  return (
    <section>
      <SectionHeading title="Documentation and Resources" />
      <div className="hairgrid">
        {RESOURCES.map(({ to, Icon, title, hint }) => (
          <Link
            key={to}
            to={to}
            className="group grid grid-cols-[auto_1fr_auto] items-center gap-x-4 p-4 -outline-offset-2 hover:bg-raised"
          >
            <Icon aria-hidden="true" size={18} className="text-ink-2" />
            <span className="min-w-0">
              <span className="block font-semibold text-16 group-hover:underline group-hover:underline-offset-4">
                {title}
              </span>
              <span className="block text-14 text-ink-2">{hint}</span>
            </span>
            <ArrowRight aria-hidden="true" size={16} className="text-ink-3" />
          </Link>
        ))}
      </div>
    </section>
  );
}
