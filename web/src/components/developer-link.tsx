import { Link } from "@tanstack/react-router";

/**
 * Links a developer's name to their page. It is above the link that covers the surrounding card. On a phone its tap
 * target extends down, never up, because another target is often above it.
 */
export function DeveloperLink({ username }: { readonly username: string }) {
  return (
    <Link
      to="/developers/$username"
      params={{ username }}
      className="relative z-10 inline-block max-w-full truncate rounded-2 align-top leading-6 underline-offset-4 hover:text-ink hover:underline max-md:-mb-5 max-md:pb-5"
    >
      {username}
    </Link>
  );
}
