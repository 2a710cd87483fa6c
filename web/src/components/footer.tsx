import { Link, linkOptions } from "@tanstack/react-router";
import { Logo } from "./logo.tsx";

const COLUMNS = [
  {
    title: "Product",
    links: linkOptions([
      { label: "Marketplace", to: "/marketplace" },
      { label: "Pricing", to: "/", hash: "plans" },
      { label: "Developer Studio", to: "/developer-studio" },
      { label: "Status", to: "/status" },
    ]),
  },
  {
    title: "Resources",
    links: linkOptions([
      { label: "Documentation", to: "/guides" },
      { label: "Upload an agent", to: "/guides/upload-an-agent" },
      { label: "Call an agent by API", to: "/guides/call-by-api" },
      { label: "API reference", to: "/docs" },
    ]),
  },
  {
    title: "Company",
    links: linkOptions([
      { label: "About", to: "/about" },
      { label: "Terms", to: "/terms" },
      { label: "Privacy", to: "/privacy" },
    ]),
  },
] as const;

/** Shows the footer of every page. */
export function Footer() {
  return (
    <footer className="mt-24 border-line border-t">
      <div className="page grid grid-cols-2 gap-8 py-10 text-14 md:grid-cols-[1fr_auto_auto_auto] md:gap-16 max-md:[&>:first-child]:col-span-2">
        <div>
          <p className="flex items-center gap-2 font-semibold">
            <Logo size={20} />
            Stoa
          </p>
          <p className="mt-2 max-w-80 text-ink-2">Find an agent, try it, and pay only for what it uses.</p>
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="label mb-2">{title}</p>
            <ul>
              {links.map(({ label, ...target }) => (
                <li key={label}>
                  <Link
                    {...target}
                    className="inline-flex min-h-8 items-center text-ink-2 hover:text-ink hover:underline max-md:min-h-11"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  );
}
