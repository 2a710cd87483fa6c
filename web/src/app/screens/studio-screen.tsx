import { StudioPage } from "../../features/studio/studio-page.tsx";

/** /developer-studio and /upload: the same screen. */
export function StudioScreen() {
  return <StudioPage />;
}
