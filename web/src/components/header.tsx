import { Link } from "@tanstack/react-router";
import { Menu, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { cx } from "../lib/class-names.ts";
import { buttonClass } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { Logo } from "./logo.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

const UserMenu = lazy(() => import("./user-menu.tsx"));

const LINKS = [
  { to: "/marketplace", label: "Marketplace" },
  { to: "/developer-studio", label: "Developer Studio" },
  { to: "/dashboard", label: "Dashboard" },
] as const;

export interface HeaderProps {
  readonly signedIn: boolean;
  readonly user: { readonly username: string; readonly email: string } | undefined;
  /** What may be spent now, as text; absent while unknown. */
  readonly balance: string | undefined;
  readonly onSignOut: () => void;
}

/** The one header (reading 8): links for everyone, an account at the right, a menu on phones. */
export function Header({ signedIn, user, balance, onSignOut }: HeaderProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-bg">
      <div className="page flex h-header items-center gap-6">
        <Link
          to="/"
          className="flex h-11 items-center gap-2 font-semibold text-18 tracking-tight"
          onClick={close}
        >
          <Logo />
          Stoa
        </Link>
        <nav aria-label="Main" className="hidden h-full items-center gap-5 md:flex">
          {LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="flex h-full items-center border-transparent border-y-2 text-14 text-ink-2 -outline-offset-4 hover:text-ink"
              activeProps={{ className: "border-b-ink! text-ink!" }}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {signedIn && balance !== undefined && (
            <Link
              to="/dashboard"
              aria-label={`Available credits ${balance}`}
              className="mono inline-flex h-9 items-center rounded-4 px-2.5 text-12 text-ink-2 hover:bg-sunken hover:text-ink max-md:h-11"
            >
              {balance}
            </Link>
          )}
          <ThemeToggle />
          {signedIn ? (
            <Suspense fallback={<span className="size-9 max-md:size-11" />}>
              <UserMenu user={user} onSignOut={onSignOut} />
            </Suspense>
          ) : (
            <>
              <Link to="/signin" className={cx(buttonClass("outline", "sm"), "max-sm:hidden")}>
                Sign In
              </Link>
              <Link to="/register" className={buttonClass("primary", "sm")}>
                Sign Up
              </Link>
            </>
          )}
          <IconButton
            label={open ? "Close menu" : "Open menu"}
            className="md:hidden"
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden="true" size={18} /> : <Menu aria-hidden="true" size={18} />}
          </IconButton>
        </div>
      </div>
      {open && (
        <nav
          id="mobile-menu"
          aria-label="Main"
          className="animate-appear border-line border-t bg-bg md:hidden"
        >
          <ul className="page py-2">
            {LINKS.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  onClick={close}
                  className="flex h-12 items-center border-line border-b text-16"
                  activeProps={{ className: "font-semibold" }}
                >
                  {link.label}
                </Link>
              </li>
            ))}
            {!signedIn && (
              <li>
                <Link to="/signin" onClick={close} className="flex h-12 items-center text-16">
                  Sign In
                </Link>
              </li>
            )}
          </ul>
        </nav>
      )}
    </header>
  );
}
