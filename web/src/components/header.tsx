import { Link } from "@tanstack/react-router";
import { Menu, Moon, Search, Sun, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from "react";
import { cx } from "../lib/class-names.ts";
import { chooseTheme, useTheme } from "../lib/theme.ts";
import { getButtonClass } from "./button.tsx";
import { HEADER_LINKS } from "./header-links.ts";
import { IconButton } from "./icon-button.tsx";
import { Logo } from "./logo.tsx";
import { MobileMenu } from "./mobile-menu.tsx";

const subscribeToNothing = () => () => {};

/** Returns whether this is an Apple device, whose keyboard has a Command key. False during prerendering. */
function useIsMac(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}

/** Switches between the light and the dark theme. Until the user switches, the system setting applies. */
export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <IconButton label={`Use the ${other} theme`} onClick={() => chooseTheme(other)}>
      {theme === "dark" ? <Sun aria-hidden="true" size={16} /> : <Moon aria-hidden="true" size={16} />}
    </IconButton>
  );
}

interface SearchButtonProps {
  readonly onSearch: () => void;
  readonly onLikely: () => void;
}

/** Opens the command palette, and shows its keyboard shortcut. */
export function SearchButton({ onSearch, onLikely }: SearchButtonProps) {
  const isMac = useIsMac();
  return (
    <button
      type="button"
      aria-label="Search agents, pages and actions"
      aria-keyshortcuts="Meta+K Control+K"
      aria-haspopup="dialog"
      onClick={onSearch}
      onPointerEnter={onLikely}
      onFocus={onLikely}
      className="inline-flex h-9 shrink-0 items-center justify-center gap-2 rounded-4 border border-control px-3 text-14 text-ink-2 transition-colors duration-100 hover:bg-sunken hover:text-ink max-md:size-11 max-md:px-0 max-md:text-ink"
    >
      <Search aria-hidden="true" size={16} />
      <span aria-hidden="true" className="max-lg:hidden">
        Search
      </span>
      <span aria-hidden="true" className="mono text-11 text-ink-3 max-md:hidden">
        {isMac ? "⌘K" : "Ctrl K"}
      </span>
    </button>
  );
}

const UserMenu = lazy(() => import("./user-menu.tsx"));

interface HeaderProps {
  readonly signedIn: boolean;
  readonly user: { readonly username: string; readonly email: string } | undefined;
  /** The available credits, formatted; absent until known. */
  readonly balance: string | undefined;
  /** The notification bell of a signed-in user. */
  readonly bell: ReactNode;
  readonly onSearch: () => void;
  /** Called when the user is about to search, so that the palette's code can be prefetched. */
  readonly onSearchLikely: () => void;
  readonly onSignOut: () => void;
}

/** Shows the header of all screens: links for everyone, the account on the right, and a menu on phones. */
export function Header(props: HeaderProps) {
  const { signedIn, user, balance } = props;
  const [open, setOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-bg">
      <div className="page flex h-header items-center gap-6 max-md:gap-3">
        <Link
          to="/"
          className="flex h-11 items-center gap-2 font-semibold text-18 tracking-tight"
          onClick={close}
        >
          <Logo />
          Stoa
        </Link>
        <nav aria-label="Main" className="hidden h-full items-center gap-5 md:flex">
          {HEADER_LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="flex h-full items-center whitespace-nowrap border-transparent border-y-2 text-14 text-ink-2 -outline-offset-4 hover:text-ink"
              activeProps={{ className: "border-b-ink! text-ink!" }}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {signedIn && <Balance balance={balance} />}
          <SearchButton onSearch={props.onSearch} onLikely={props.onSearchLikely} />
          <span className="max-md:hidden">
            <ThemeToggle />
          </span>
          {signedIn ? (
            <>
              {props.bell}
              <Suspense fallback={<span className="size-9 max-md:size-11" />}>
                <UserMenu user={user} onSignOut={props.onSignOut} />
              </Suspense>
            </>
          ) : (
            <>
              <Link to="/signin" className={cx(getButtonClass("outline", "sm"), "max-md:hidden")}>
                Sign In
              </Link>
              <Link to="/register" className={getButtonClass("primary", "sm")}>
                Sign Up
              </Link>
            </>
          )}
          <IconButton
            ref={menuButton}
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
        <MobileMenu
          signedIn={signedIn}
          balance={balance}
          onClose={close}
          onEscape={() => {
            close();
            menuButton.current?.focus();
          }}
        />
      )}
    </header>
  );
}

/** Shows the balance. Its space is reserved while it loads, so that its neighbors do not move. */
function Balance({ balance }: { readonly balance: string | undefined }) {
  if (balance === undefined) return <span className="w-24 max-lg:hidden" />;
  return (
    <Link
      to="/dashboard"
      aria-label={`Available credits ${balance}`}
      className="mono inline-flex h-9 min-w-24 items-center justify-end rounded-4 px-2.5 text-12 text-ink-2 hover:bg-sunken hover:text-ink max-lg:hidden"
    >
      {balance}
    </Link>
  );
}
