import { Blocks, CircleDollarSign, KeyRound, ReceiptText, Route, SquareTerminal } from "lucide-react";
import { SectionHeading } from "../../components/page-heading.tsx";

const FEATURES = [
  {
    icon: Blocks,
    title: "Multi-framework support",
    text: "LangChain, AutoGen, n8n and plain Python agents in one store, run and paid the same way.",
  },
  {
    icon: CircleDollarSign,
    title: "Built-in monetization",
    text: "A price per token is all you set. Each run is charged and your share is booked at once.",
  },
  {
    icon: SquareTerminal,
    title: "Simple API integration",
    text: "One request with your key runs any agent, answering whole or as a stream.",
  },
  {
    icon: KeyRound,
    title: "API key management",
    text: "Use agents without keeping provider keys. Your own key is replaced with one press.",
  },
  {
    icon: Route,
    title: "Agent matchmaking",
    text: "Say in your own words what you need, and see which agents fit and why.",
  },
  {
    icon: ReceiptText,
    title: "Transparent pricing",
    text: "An estimate before, a meter during, a receipt after. A failed run costs nothing.",
  },
] as const;

/** What the product does, six cells. */
export function Features() {
  return (
    <section className="pt-20">
      <SectionHeading title="What it does" />
      <div className="hairgrid sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ icon: Icon, title, text }) => (
          <div key={title} className="grid content-start gap-2 p-6">
            <Icon aria-hidden="true" size={20} strokeWidth={1.75} className="mb-2 text-ink-2" />
            <h3 className="text-16">{title}</h3>
            <p className="text-14 text-ink-2">{text}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
