import { Link } from "@tanstack/react-router";
import { Moon, Sun } from "lucide-react";
import { useEffect } from "react";
import { chooseTheme, useTheme } from "../lib/theme.ts";
import { HEADER_LINKS } from "./header-links.ts";

interface MobileMenuProps {
  readonly signedIn: boolean;
  readonly balance: string | undefined;
  readonly onClose: () => void;
  /** Closes the menu on Escape and returns the focus to the button. */
  readonly onEscape: () => void;
}

const ROW = "flex h-12 w-full items-center justify-between border-line border-b text-16 -outline-offset-2";

/** Shows on a phone the links that the header shows on a desktop. */
export function MobileMenu({ signedIn, balance, onClose, onEscape }: MobileMenuProps) {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape();
    };
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  }, [onEscape]);
  return (
    <nav
      id="mobile-menu"
      aria-label="Main"
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-3.5rem)] animate-appear overflow-y-auto border-line border-y bg-bg shadow-overlay md:hidden"
    >
      <ul className="page py-2">
        {HEADER_LINKS.map((link) => (
          <li key={link.to}>
            <Link to={link.to} onClick={onClose} className={ROW} activeProps={{ className: "font-semibold" }}>
              {link.label}
            </Link>
          </li>
        ))}
        {signedIn ? (
          balance !== undefined && (
            <li>
              <Link to="/settings/$tab" params={{ tab: "billing" }} onClick={onClose} className={ROW}>
                Available credits
                <span className="mono text-14 text-ink-2">{balance}</span>
              </Link>
            </li>
          )
        ) : (
          <li>
            <Link to="/signin" onClick={onClose} className={ROW}>
              Sign In
            </Link>
          </li>
        )}
        <li>
          <button type="button" onClick={() => chooseTheme(other)} className={`${ROW} border-b-0`}>
            Use the {other} theme
            {theme === "dark" ? <Sun aria-hidden="true" size={18} /> : <Moon aria-hidden="true" size={18} />}
          </button>
        </li>
      </ul>
    </nav>
  );
}
