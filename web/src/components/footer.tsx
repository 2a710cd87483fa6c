import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** The foot of every page: only links that lead somewhere. */
export function Footer() {
  return (
    <footer className="mt-24 border-line border-t">
      <div className="page grid grid-cols-2 gap-8 py-10 text-14 md:grid-cols-[1fr_auto_auto_auto] md:gap-16 max-md:[&>:first-child]:col-span-2">
        <div>
          <p className="flex items-center gap-2 font-semibold">
            <Logo size={20} />
            Stoa
          </p>
          <p className="mt-2 max-w-[36ch] text-ink-2">Find an agent, try it, pay for what it used.</p>
        </div>
        <FooterColumn title="Product">
          <Link to="/marketplace" className="footer-link">
            Marketplace
          </Link>
          <Link to="/" hash="plans" className="footer-link">
            Pricing
          </Link>
        </FooterColumn>
        <FooterColumn title="Resources">
          <Link to="/settings/$tab" params={{ tab: "api" }} className="footer-link">
            API access
          </Link>
          <Link to="/docs" className="footer-link">
            API reference
          </Link>
        </FooterColumn>
        <FooterColumn title="Developers">
          <Link to="/developer-studio" className="footer-link">
            Developer Studio
          </Link>
          <Link to="/upload" className="footer-link">
            Upload an agent
          </Link>
        </FooterColumn>
      </div>
    </footer>
  );
}

function FooterColumn({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <p className="label mb-2">{title}</p>
      <div className="grid justify-items-start [&>.footer-link]:py-1.5 [&>.footer-link]:text-ink-2 [&>.footer-link:hover]:text-ink [&>.footer-link:hover]:underline [&>.footer-link]:max-md:py-2.5">
        {children}
      </div>
    </nav>
  );
}
