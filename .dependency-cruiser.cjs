/** The arrows of ARCHITECTURE.md. Each rule says in its comment what it protects. */

const PROGRAMS = "^(contract|gateway|runtime|workflow|server|web|sdks)/";
const TEST = "\\.test\\.tsx?$|\\.fixture\\.ts$|/testing/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment: "Two files that need each other are one subject, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "nothing-unresolved",
      comment: "An import that leads nowhere would escape every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^virtual:", "\\.css$"] },
    },
    {
      name: "contract-imports-zod-alone",
      comment: "The contract runs in browser, server and SDKs.",
      severity: "error",
      from: { path: "^contract/", pathNot: TEST },
      to: { pathNot: ["^contract/", "/node_modules/zod/", "^node_modules/zod/"] },
    },
    {
      name: "web-knows-the-contract-alone",
      comment: "Of our own code the browser sees nothing but the contract, not even types.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: PROGRAMS, pathNot: "^(web|contract)/" },
    },
    {
      name: "sdks-know-the-contract-alone",
      comment: "An SDK is a client like any other.",
      severity: "error",
      from: { path: "^sdks/" },
      to: { path: PROGRAMS, pathNot: "^(sdks|contract)/" },
    },
    {
      name: "gateway-knows-no-server",
      comment:
        "The gateway knows neither users nor agent prices; it takes a run token and returns a receipt.",
      severity: "error",
      from: { path: "^gateway/" },
      to: { path: "^(server|web|sdks|runtime|workflow)/" },
    },
    {
      name: "runtime-knows-no-server",
      comment: "The runtime takes a job and returns a receipt; only runs turns one into a posting.",
      severity: "error",
      from: { path: "^runtime/" },
      to: { path: "^(server|web|sdks|gateway|workflow)/" },
    },
    {
      name: "workflow-knows-no-server",
      comment:
        "The workflow engine builds on the runtime's protocol, model calls and sandbox, and on nothing above them.",
      severity: "error",
      from: { path: "^workflow/" },
      to: { path: "^(server|web|sdks|gateway)/" },
    },
    {
      name: "server-knows-no-client",
      comment: "The server serves the built files of the web; it never imports them.",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(web|sdks)/" },
    },
    {
      name: "programs-know-no-tests",
      comment: "What ships never imports the harness, a bench or a test.",
      severity: "error",
      from: { path: PROGRAMS, pathNot: TEST },
      to: { path: `^(tests|bench|scripts)/|${TEST}` },
    },
    {
      name: "only-the-context-knows-modules",
      comment:
        "Modules are put together by context.ts and the steps in startup/; commands use what their indexes export. The site, metrics and everything else get what they need passed in.",
      severity: "error",
      from: {
        path: "^server/src/",
        pathNot: [
          "^server/src/modules/",
          "^server/src/context\\.ts$",
          "^server/src/(startup|commands|workflow-command)/",
          TEST,
        ],
      },
      to: { path: "^server/src/modules/" },
    },
    {
      name: "outsiders-see-indexes-alone",
      comment: "What is not a module sees a module's index.ts and nothing behind it.",
      severity: "error",
      from: { path: "^server/src/", pathNot: ["^server/src/modules/", "^server/src/context\\.ts$", TEST] },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/[^/]+/index\\.ts$" },
    },
    {
      name: "platform-knows-no-module",
      comment: "platform holds no product words, not even the public face of a module.",
      severity: "error",
      from: { path: "^server/src/platform/", pathNot: TEST },
      to: { path: "^server/src/", pathNot: "^server/src/platform/" },
    },
    {
      name: "modules-show-their-index-alone",
      comment: "Other modules, and the composition root, see a module's index.ts and nothing behind it.",
      severity: "error",
      from: { path: "^server/src/modules/([^/]+)/", pathNot: TEST },
      to: {
        path: "^server/src/modules/",
        pathNot: ["^server/src/modules/$1/", "^server/src/modules/[^/]+/index\\.ts$"],
      },
    },
    {
      name: "the-context-sees-indexes-alone",
      comment: "The composition root wires what modules offer, never their insides.",
      severity: "error",
      from: { path: "^server/src/context\\.ts$" },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/[^/]+/index\\.ts$" },
    },
    {
      name: "ledger-knows-no-module",
      comment: "Money can be audited alone.",
      severity: "error",
      from: { path: "^server/src/modules/ledger/", pathNot: TEST },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/ledger/" },
    },
    {
      name: "module-arrows",
      comment:
        "Across modules only runs looks at others: catalog, connectors, ledger; recommendations read catalog, operator the ledger. Protocols for programs of others see what they present: catalog, conversations, files, runs.",
      severity: "error",
      from: {
        path: "^server/src/modules/([^/]+)/",
        pathNot: ["^server/src/modules/(runs|recommendations|operator|a2a|mcp|openai-api|widgets)/", TEST],
      },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/$1/" },
    },
    {
      name: "runs-arrows",
      comment: "runs -> catalog, connectors, ledger.",
      severity: "error",
      from: { path: "^server/src/modules/runs/", pathNot: TEST },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/(runs|catalog|connectors|ledger)/" },
    },
    {
      name: "mcp-arrows",
      comment: "mcp finds agents in catalog, and starts runs.",
      severity: "error",
      from: { path: "^server/src/modules/mcp/", pathNot: TEST },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/(mcp|catalog|runs)/" },
    },
    {
      name: "recommendations-arrows",
      comment: "recommendations reads catalog.",
      severity: "error",
      from: { path: "^server/src/modules/recommendations/", pathNot: TEST },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/(recommendations|catalog)/" },
    },
    {
      name: "operator-arrows",
      comment: "operator moves money through the ledger.",
      severity: "error",
      from: { path: "^server/src/modules/operator/", pathNot: TEST },
      to: { path: "^server/src/modules/", pathNot: "^server/src/modules/(operator|ledger)/" },
    },
    {
      name: "protocol-arrows",
      comment: "Protocols of others present agents, runs, conversations and files.",
      severity: "error",
      from: { path: "^server/src/modules/(a2a|openai-api|widgets)/", pathNot: TEST },
      to: {
        path: "^server/src/modules/",
        pathNot: "^server/src/modules/($1|catalog|conversations|files|runs)/",
      },
    },
    {
      name: "stores-know-no-service",
      comment: "Inside a module routes -> service -> store.",
      severity: "error",
      from: { path: "^server/src/modules/[^/]+/[a-z-]*store\\.ts$" },
      to: { path: "^server/src/modules/[^/]+/[a-z-]*(service|routes)\\.ts$" },
    },
    {
      name: "services-know-no-routes",
      comment: "Inside a module routes -> service -> store.",
      severity: "error",
      from: { path: "^server/src/modules/[^/]+/", pathNot: ["routes\\.ts$", "/index\\.ts$", TEST] },
      to: { path: "^server/src/modules/[^/]+/[a-z-]*routes\\.ts$" },
    },
    {
      name: "routes-know-no-store",
      comment: "Inside a module routes -> service -> store.",
      severity: "error",
      from: { path: "^server/src/modules/[^/]+/[a-z-]*routes\\.ts$" },
      to: { path: "^server/src/modules/[^/]+/[a-z-]*store\\.ts$" },
    },
    {
      name: "web-features-stand-alone",
      comment: "Web features never import one another; what two need is a component or lives in lib.",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "web-queries-alone-call-routes",
      comment: "A screen's query is found in one place: web/src/queries/<resource>.ts.",
      severity: "error",
      from: { path: "^web/src/", pathNot: ["^web/src/(queries|lib)/", TEST] },
      to: { path: "^web/src/lib/call\\.ts$" },
    },
    {
      name: "web-queries-know-no-screen",
      comment: "app -> features -> components -> queries -> lib -> contract.",
      severity: "error",
      from: { path: "^web/src/queries/" },
      to: { path: "^web/src/(features|app|components)/" },
    },
    {
      name: "web-components-know-no-feature",
      comment: "app -> features -> components -> queries -> lib -> contract.",
      severity: "error",
      from: { path: "^web/src/components/" },
      to: { path: "^web/src/(features|app)/" },
    },
    {
      name: "web-lib-knows-no-screen",
      comment: "app -> features -> components -> queries -> lib -> contract.",
      severity: "error",
      from: { path: "^web/src/lib/" },
      to: { path: "^web/src/(features|app|components|queries)/" },
    },
    {
      name: "web-features-know-no-app",
      comment: "app -> features -> components -> queries -> lib -> contract.",
      severity: "error",
      from: { path: "^web/src/features/" },
      to: { path: "^web/src/app/" },
    },
  ],
  options: {
    // Without it `import type` is invisible.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/|\\.gen\\.ts$" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
