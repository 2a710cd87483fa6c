/** Shows the logo: a stoa, which is a hall of columns. The middle column is orange, the color of running. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
      <path d="M2 8.5 12 3l10 5.5z" fill="currentColor" />
      <path d="M3.5 11h3v7h-3zM17.5 11h3v7h-3z" fill="currentColor" />
      <path d="M10.5 11h3v7h-3z" className="fill-signal" />
      <path d="M2 19.5h20V22H2z" fill="currentColor" />
    </svg>
  );
}
