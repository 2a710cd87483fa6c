import type { Plugin } from "vite";

/** The two Latin faces that every first paint needs. */
const FIRST = /(host-grotesk-latin-wght|martian-mono-latin-wdth)-normal.*\.woff2$/;

/**
 * Preloads the fonts, so that they load together with the page instead of after its styles. The text then gets its
 * final shape one round trip earlier.
 */
export function preloadFonts(): Plugin {
  return {
    name: "stoa-preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FIRST.test(name))
          .map((name) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `/${name}` },
          })),
    },
  };
}
