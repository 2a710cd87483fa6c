import { TEXTS } from "@stoa/contract/texts";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Button, getButtonClass } from "../components/button.tsx";

function isForbidden(error: unknown): boolean {
  if (typeof error === "object" && error !== null && "status" in error && error.status === 403) return true;
  return error instanceof Error && /\b403\b|forbidden/i.test(error.message);
}

/**
 * Says that a screen failed, and offers to reload it. If the session does not allow the screen (403), also offers to
 * sign in; otherwise shows the error message.
 */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const forbidden = isForbidden(error);
  // If code failed to load, the browser does not request it again before the page is reloaded. A reload opens the same
  // screen, because its state is in the URL.
  const reload = () => location.reload();
  return (
    <div role="alert" className="page grid max-w-xl gap-4 py-24">
      <h1 className="text-36">{forbidden ? TEXTS.boundary.authTitle : TEXTS.boundary.otherTitle}</h1>
      <p className="text-ink-2">
        {forbidden
          ? "Your session does not allow this. Sign in, or try again."
          : "This page failed to load. Your data is safe."}
      </p>
      <div className="flex flex-wrap gap-2">
        {forbidden && (
          <Link to="/signin" className={getButtonClass("primary")}>
            Sign In
          </Link>
        )}
        <Button variant={forbidden ? "outline" : "primary"} onClick={reload}>
          {TEXTS.boundary.tryAgain}
        </Button>
      </div>
      {!forbidden && error instanceof Error && (
        <p className="mono mt-4 border-line border-t pt-4 text-12 text-ink-3">{error.message}</p>
      )}
    </div>
  );
}
