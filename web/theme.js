// Runs before the first paint, so that no page flashes in the wrong theme. The build inlines it into the page
// (build/inline-theme.ts). Mirrors src/lib/theme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("stoa.theme");
  } catch {
    // Storage may be blocked (private mode): then the system's preference applies.
  }
  const dark =
    chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.querySelector('meta[name="theme-color"]').content = dark ? "#0E100C" : "#F1F2EE";
})();
