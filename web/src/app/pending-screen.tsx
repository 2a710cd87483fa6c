import { Spinner } from "../components/spinner.tsx";

/** Shows a placeholder while a screen's code loads, but only if the loading takes long. */
export function PendingScreen() {
  return (
    <p role="status" className="page flex items-center gap-3 py-24 text-ink-2">
      <Spinner />
      Loading
    </p>
  );
}
