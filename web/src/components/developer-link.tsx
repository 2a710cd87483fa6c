import { Link } from "@tanstack/react-router";

/**
 * A developer by name, which leads to their page; it stands above a link that covers what is around it. On a phone its
 * target reaches down, never up: above it there is often another.
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
