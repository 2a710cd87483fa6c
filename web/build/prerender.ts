import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Manifest, type Plugin } from "vite";
import type { PageHead } from "../src/lib/page-heads.ts";
import { preloadScreen, preloadStart } from "./preload-screen.ts";

type Prerender = typeof import("../src/prerender.tsx");

/**
 * Returns the name of a page's HTML file. The landing page is not `index.html`, because the server sends that file for
 * every path that is not prerendered.
 */
const getFileName = (path: string) => (path === "/" ? "landing.html" : `${path.slice(1)}.html`);

/**
 * Prerenders the pages that are the same for everyone as HTML with inline styles, so that people can read them before
 * any script has loaded. The app hydrates them when it starts.
 */
export function prerenderPages(): Plugin {
  let root = "";
  let folder = "";
  return {
    name: "stoa-prerender",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild !== true,
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const chunks: unknown = JSON.parse(await readFile(join(folder, ".vite", "manifest.json"), "utf8"));
        const app = join(folder, "index.html");
        const page = withLink(await readFile(app, "utf8"), preloadStart(chunks as Manifest));
        await writeFile(app, page);
        const shell = await inlineStyles(page, folder);
        const program = join(root, "node_modules", ".prerender");
        try {
          await build({
            root,
            logLevel: "warn",
            build: { ssr: "src/prerender.tsx", outDir: program, copyPublicDir: false },
          });
          const rendered: unknown = await import(pathToFileURL(join(program, "prerender.js")).href);
          const { renderPage, APP_PATHS, PRERENDERED } = rendered as Prerender;
          await writeFile(join(folder, ".vite", "paths.json"), JSON.stringify(APP_PATHS));
          for (const [path, head] of Object.entries(PRERENDERED)) {
            const file = join(folder, getFileName(path));
            await mkdir(dirname(file), { recursive: true });
            const heads = [renderHead(head), ...preloadScreen(chunks as Manifest, path)].join("\n    ");
            await writeFile(file, fill(shell, await renderPage(path), heads));
          }
        } finally {
          await rm(program, { recursive: true, force: true });
        }
      },
    },
  };
}

const STYLES = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/;

/**
 * Inlines the styles: the page paints one round trip earlier (measured). The stylesheet link stays but is disabled.
 * Without it, Vite's first chunk that needs these styles would load them again and cause a new layout.
 */
async function inlineStyles(shell: string, folder: string): Promise<string> {
  const [link, file] = STYLES.exec(shell) ?? [];
  if (link === undefined || file === undefined) throw new Error("index.html links no stylesheet.");
  const styles = await readFile(join(folder, file), "utf8");
  return shell.replace(
    link,
    () => `<style>${styles}</style>\n    ${link.replace("<link", "<link disabled")}`,
  );
}

const SCRIPT = '<script type="module"';

function withLink(page: string, link: string): string {
  if (!page.includes(SCRIPT)) throw new Error("index.html has no script that starts the app.");
  return page.replace(SCRIPT, () => `${link}\n    ${SCRIPT}`);
}

const ROOT = '<div id="root"></div>';
const HEAD = /<title>[\s\S]*?<\/title>\s*<meta\s+name="description"[^>]*>/;

function fill(shell: string, body: string, head: string): string {
  if (/<script/.test(body)) throw new Error("A prerendered page has an inline script, which would not run.");
  if (!shell.includes(ROOT) || !HEAD.test(shell))
    throw new Error("index.html has no placeholder for a page.");
  return shell.replace(HEAD, () => head).replace(ROOT, () => `<div id="root">${body}</div>`);
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/**
 * Renders the title, description and link preview. The browser sets the URL, because the build does not know the
 * host.
 */
function renderHead({ title, description }: PageHead): string {
  const named = (attribute: string, name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escapeHtml(content)}" />`;
  return [
    `<title>${escapeHtml(title)} · Stoa</title>`,
    named("name", "description", description),
    named("property", "og:title", title),
    named("property", "og:description", description),
    named("property", "og:type", "website"),
    named("property", "og:site_name", "Stoa"),
    named("name", "twitter:card", "summary"),
  ].join("\n    ");
}
