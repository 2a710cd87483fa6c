import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { prerenderPages } from "./build/prerender.ts";

const API = process.env.STOA_API ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFonts(), prerenderPages(), precompress()],
  server: { proxy: { "/api": { target: API, changeOrigin: true }, "/sdk/": { target: API } } },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022" },
});
