import { Blocks, CircleDollarSign, KeyRound, ReceiptText, Route, SquareTerminal } from "lucide-react";
import { SectionHeading } from "../../components/page-heading.tsx";

const FEATURES = [
  {
    icon: Blocks,
    title: "Multi-framework support",
    text: "Agents built with LangChain, AutoGen, n8n or plain Python, run and billed the same way.",
  },
  {
    icon: CircleDollarSign,
    title: "Built-in monetization",
    text: "You only set a price per token. You get your share of each run immediately.",
  },
  {
    icon: SquareTerminal,
    title: "Simple API integration",
    text: "Run any agent with one request, and get the output at once or as a stream.",
  },
  {
    icon: KeyRound,
    title: "API key management",
    text: "Use agents without provider keys. Rotate your own key in one click.",
  },
  {
    icon: Route,
    title: "Agent matchmaking",
    text: "Describe what you need, and see which agents fit and why.",
  },
  {
    icon: ReceiptText,
    title: "Transparent pricing",
    text: "See an estimate before each run, the live cost, and a receipt. A failed run costs nothing.",
  },
] as const;

/** Shows the product's features in six cells. */
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
