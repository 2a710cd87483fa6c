/** The links in the header, which everyone sees. */
export const HEADER_LINKS = [
  { to: "/marketplace", label: "Marketplace" },
  { to: "/developer-studio", label: "Developer Studio" },
  { to: "/dashboard", label: "Dashboard" },
] as const;
