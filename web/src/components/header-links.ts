/** The links of the header, shown to everyone. */
export const HEADER_LINKS = [
  { to: "/marketplace", label: "Marketplace" },
  { to: "/developer-studio", label: "Developer Studio" },
  { to: "/dashboard", label: "Dashboard" },
] as const;
