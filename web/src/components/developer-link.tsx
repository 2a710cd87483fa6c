import { Link } from "@tanstack/react-router";

/** A developer by name, which leads to their page; it stands above a link that covers what is around it. */
export function DeveloperLink({ username }: { readonly username: string }) {
  return (
    <Link
      to="/developers/$username"
      params={{ username }}
      className="relative z-10 rounded-2 underline-offset-4 hover:text-ink hover:underline max-md:-my-3 max-md:py-3"
    >
      {username}
    </Link>
  );
}
