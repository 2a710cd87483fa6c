import { LandingPage } from "../../features/landing/landing-page.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

export function LandingScreen() {
  useDocumentTitle("The App Store for AI Agents");
  return <LandingPage />;
}
