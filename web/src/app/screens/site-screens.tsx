import { AboutPage } from "../../features/site/about-page.tsx";
import { CallByApi } from "../../features/site/guides/call-by-api.tsx";
import { GettingStarted } from "../../features/site/guides/getting-started.tsx";
import { GuidesPage } from "../../features/site/guides/guides-page.tsx";
import { TokensPricesPlans } from "../../features/site/guides/tokens-prices-plans.tsx";
import { UploadAnAgent } from "../../features/site/guides/upload-an-agent.tsx";
import { PrivacyPage } from "../../features/site/privacy-page.tsx";
import { StatusPage } from "../../features/site/status-page.tsx";
import { TermsPage } from "../../features/site/terms-page.tsx";
import { getPageHead, type PublicPath } from "../../lib/page-heads.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

const createScreen = (path: PublicPath, Page: () => React.ReactNode) =>
  function SiteScreen() {
    useDocumentTitle(getPageHead(path).title);
    return <Page />;
  };

export const AboutScreen = createScreen("/about", AboutPage);
export const TermsScreen = createScreen("/terms", TermsPage);
export const PrivacyScreen = createScreen("/privacy", PrivacyPage);
export const StatusScreen = createScreen("/status", StatusPage);
export const GuidesScreen = createScreen("/guides", GuidesPage);
export const GettingStartedScreen = createScreen("/guides/getting-started", GettingStarted);
export const UploadAnAgentScreen = createScreen("/guides/upload-an-agent", UploadAnAgent);
export const CallByApiScreen = createScreen("/guides/call-by-api", CallByApi);
export const TokensPricesPlansScreen = createScreen("/guides/tokens-prices-plans", TokensPricesPlans);
