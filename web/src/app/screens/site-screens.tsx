import { AboutPage } from "../../features/site/about-page.tsx";
import { CallByApi } from "../../features/site/guides/call-by-api.tsx";
import { GettingStarted } from "../../features/site/guides/getting-started.tsx";
import { GuidesPage } from "../../features/site/guides/guides-page.tsx";
import { TokensPricesPlans } from "../../features/site/guides/tokens-prices-plans.tsx";
import { UploadAnAgent } from "../../features/site/guides/upload-an-agent.tsx";
import { PrivacyPage } from "../../features/site/privacy-page.tsx";
import { StatusPage } from "../../features/site/status-page.tsx";
import { TermsPage } from "../../features/site/terms-page.tsx";
import { type PublicPath, pageHead } from "../../lib/page-heads.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

const screen = (path: PublicPath, Page: () => React.ReactNode) =>
  function SiteScreen() {
    useDocumentTitle(pageHead(path).title);
    return <Page />;
  };

export const AboutScreen = screen("/about", AboutPage);
export const TermsScreen = screen("/terms", TermsPage);
export const PrivacyScreen = screen("/privacy", PrivacyPage);
export const StatusScreen = screen("/status", StatusPage);
export const GuidesScreen = screen("/guides", GuidesPage);
export const GettingStartedScreen = screen("/guides/getting-started", GettingStarted);
export const UploadAnAgentScreen = screen("/guides/upload-an-agent", UploadAnAgent);
export const CallByApiScreen = screen("/guides/call-by-api", CallByApi);
export const TokensPricesPlansScreen = screen("/guides/tokens-prices-plans", TokensPricesPlans);
