import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireNode } from "./lib/require-node.mjs";

requireNode();
const { findChromium } = await import("./lib/chromium.mjs");
const { createChat, openSignedIn } = await import("./lib/signed-in-chat.mjs");
const { runNpm } = await import("./lib/command.mjs");

/** The newest version that runs on Node 20. It is downloaded on demand, because nothing else uses its 200 packages. */
const LIGHTHOUSE = "lighthouse@12.8.2";
/** The number of runs. The score of a single run varies by several points, but the median of five is stable. */
const RUNS = 5;
/** The lowest accepted scores on a phone with a slow network. */
const LEAST = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 };
/** Search engines do not see a person's chat. */
const LEAST_OF_CHAT = { performance: 90, accessibility: 100, "best-practices": 100 };
const CLS_MOST = 0.02;
/** Chromium's own sandbox needs user namespaces, which containers and root do not have. */
const CHROME_FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
/** The debugging port of the browser in which a person is signed in. */
const PORT = 9_333;

const [origin = "http://localhost:8080"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "stoa-lighthouse-"));

/** @param {number[]} values */
const getMedian = (values) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** @typedef {{ categories: Record<string, { score: number }>, audits: Record<string, { numericValue: number }>, runtimeError?: { code: string } }} Report */

/**
 * The errors after which a measurement is repeated. They occur because Chromium sometimes writes a trace without its
 * beginning.
 */
const NOT_RECORDED = new Set(["NO_NAVSTART", "NO_FCP", "NO_TRACING_STARTED"]);
const TRIES = 3;

/**
 * Audits a page in a new browser.
 * @param {string} url
 * @param {string} [token] the session of a person who is signed in
 */
async function runAudit(url, token) {
  if (token === undefined) return runLighthouse(url, [`--chrome-flags=${CHROME_FLAGS.join(" ")}`]);
  const close = await openSignedIn(await findChromium(), origin, { token, port: PORT, flags: CHROME_FLAGS });
  try {
    return await runLighthouse(url, [`--port=${PORT}`, "--disable-storage-reset"]);
  } finally {
    await close();
  }
}

/**
 * @param {string} url
 * @param {readonly string[]} browser which browser Lighthouse uses
 */
async function runLighthouse(url, browser) {
  const file = join(folder, "report.json");
  const options = ["--quiet", "--output=json", `--output-path=${file}`, ...browser];
  for (let tries = 1; ; tries++) {
    rmSync(file, { force: true });
    try {
      await runNpm(["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", url, ...options], {
        env: { CHROME_PATH: await findChromium() },
      });
      return readReport(file);
    } catch (error) {
      const code = existsSync(file) ? readReport(file).runtimeError?.code : undefined;
      if (code === undefined || !NOT_RECORDED.has(code) || tries === TRIES) throw error;
      console.log(`${url}: ${code}, measuring again`);
    }
  }
}

/** @param {string} file */
const readReport = (file) => /** @type {Report} */ (JSON.parse(readFileSync(file, "utf8")));

let missed = false;
try {
  const chat = await createChat(origin);
  /** @type {{ name: string, path: string, least: Record<string, number>, token?: string }[]} */
  const pages = [
    { name: "/", path: "/", least: LEAST },
    { name: "/marketplace", path: "/marketplace", least: LEAST },
    { name: "a chat", ...chat, least: LEAST_OF_CHAT },
  ];
  for (const { name, path, least: leastOfPage, token } of pages) {
    /** @type {Report[]} */
    const reports = [];
    for (let run = 0; run < RUNS; run++) reports.push(await runAudit(origin + path, token));
    const figures = Object.entries(leastOfPage).map(([category, least]) => {
      const score = Math.round(
        getMedian(reports.map((report) => (report.categories[category]?.score ?? 0) * 100)),
      );
      if (score < least) missed = true;
      return `${category} ${score}${score < least ? ` (at least ${least})` : ""}`;
    });
    const cls = getMedian(
      reports.map(
        (report) => report.audits["cumulative-layout-shift"]?.numericValue ?? Number.POSITIVE_INFINITY,
      ),
    );
    if (cls > CLS_MOST) missed = true;
    console.log(`${name.padEnd(14)} ${figures.join(", ")}, CLS ${cls.toFixed(3)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (missed) process.exitCode = 1;
