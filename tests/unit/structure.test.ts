import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// A copy of all sources with planted violations: tools that find exactly these enforce the rules.
const copy = mkdtempSync(path.join(os.tmpdir(), "earshot-structure-"));
const planted = {
  "src/domain/planted-inward.ts": 'import "@/server/platform/ids";\n',
  "src/domain/planted-platform.ts": 'import "node:fs";\n',
  "src/app/planted-adapter.ts": 'import "@/sites/reddit/reddit";\n',
  "src/features/planted/one.ts": 'import "../auth/login-form";\n',
  "src/features/planted/two.ts": 'import "@/server/platform/ids";\n',
  "src/browser/planted-upward.ts": 'import "@/ui/button";\n',
  "src/contract/planted-browser.ts": 'import "@/browser/tokens";\n',
  "src/contract/planted-database.ts": 'import "pg";\n',
  "src/contract/planted-operation.ts": 'export { watchOperations } from "./operations/watches";\n',
  "src/contract/planted-types.ts": 'import type {} from "./operations/watches";\n',
  "src/sites/planted-site.ts": 'import "@/server/platform/ids";\n',
  "src/channels/planted-channel.ts": 'import "@/server/platform/ids";\n',
  "src/server/delivery/planted-upward.ts": 'import "@/server/watches/watches";\n',
  "src/server/places/planted-upward.ts": 'import "@/server/watches/watches";\n',
  "src/server/threads/worker-planted.ts": 'import "@/server/platform/database";\n',
  "src/server/planted-sandbox.ts": 'import "../../sandbox/random";\n',
  "src/server/planted-cycle.ts": 'import "./planted-circle";\n',
  "src/server/planted-circle.ts": 'import type {} from "./planted-cycle";\n',
  "sandbox/planted.ts": 'import "@/domain/reading/item";\n',
} as const;

const modules = ["middleware.ts", "src", "sandbox", "prisma", "scripts", "tests"];

beforeAll(() => {
  const ground = [
    ...modules,
    "tsconfig.json",
    "package.json",
    // Downloadable from a page.
    "docs/n8n-earshot.json",
    ".dependency-cruiser.cjs",
    "eslint.config.mjs",
    "knip.json",
    "next.config.ts",
    "vitest.config.ts",
  ];
  const filter = (from: string) => !from.includes("node_modules");
  for (const name of ground) cpSync(name, path.join(copy, name), { recursive: true, filter });
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(tool: string, args: string[]): string {
  const ran = spawnSync(process.execPath, [path.resolve("node_modules", tool), ...args], {
    cwd: copy,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  return ran.stdout;
}

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
}

test("the import rules cover all modules and find exactly the planted violations", () => {
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", ...modules];
  const { summary } = JSON.parse(run("dependency-cruiser/bin/dependency-cruise.mjs", args)) as Cruise;
  expect(summary.totalCruised).toBeGreaterThan(500);
  const found = summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`);
  expect([...new Set(found)].sort()).toEqual(
    [
      "sandbox/planted.ts: sandbox-imports-no-source",
      "src/app/planted-adapter.ts: app-imports-only-features-ui-server-browser-contract-domain-env",
      "src/channels/planted-channel.ts: channels-imports-only-adapters-domain-env",
      "src/browser/planted-upward.ts: browser-imports-only-contract-domain",
      "src/contract/planted-browser.ts: contract-imports-only-domain",
      "src/contract/planted-database.ts: database-only-in-server",
      "src/contract/planted-operation.ts: operations-stay-on-the-server",
      "src/domain/planted-inward.ts: domain-imports-only-itself",
      "src/domain/planted-platform.ts: domain-knows-no-platform",
      "src/features/planted/one.ts: features-know-no-other-feature",
      "src/features/planted/two.ts: features-imports-only-ui-browser-contract-domain",
      "src/server/delivery/planted-upward.ts: server-delivery-imports-only-mentions-rendering-threads-places-platform",
      "src/server/places/planted-upward.ts: server-places-imports-only-platform",
      "src/server/planted-circle.ts: no-cycles",
      "src/server/threads/worker-planted.ts: threads-reach-no-database",
      "src/sites/planted-site.ts: sites-imports-only-adapters-domain-env",
      "src/server/planted-sandbox.ts: source-imports-no-outer-room",
    ].sort(),
  );
});

test("finds unused files", () => {
  const report = run("knip/bin/knip.js", ["--reporter", "symbols", "--include", "files", "--no-exit-code"]);
  expect(report).toContain("src/domain/planted-inward.ts");
});

/** The same for all other sites, which the specification doesn't mention: registration, settings and icon. */
const namingSite = ["src/env.ts", "src/sites/registry.ts", "src/ui/site-icon.tsx"];

/** Files that can mention Reddit, apart from its own folder and user-facing texts, and why. */
const namingReddit = {
  "src/sites/registry.ts": "names the sites",
  "src/env.ts": "its settings",
  "src/domain/reading/reddit-names.ts": "its names, which the browser checks as they are typed",
  "src/domain/reading/site-texts.ts": "what is said of the site, on screens and in mails",
  "src/domain/markdown/addresses.ts": "where relative links lead",
  "src/app/api/subreddits/search/route.ts": "the specification's call",
  "src/app/api/subreddits/validate/[name]/route.ts": "the specification's call",
  "src/server/notifications/notification-view.ts": "the specification's words",
  "src/server/operation/account-export.ts": "the specification's words",
  "src/server/operation/metrics.ts": "names that operators read",
  "src/server/operation/statements/export-rows.ts": "the specification's words",
  "src/server/operation/statements/metrics.ts": "names that operators read",
  "src/server/platform/limits.ts": "a setting",
  "src/ui/site-icon.tsx": "its drawing",
};

function filesNaming(site: RegExp, free: RegExp): string[] {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).map((file) =>
    path.join("src", file),
  );
  return files
    .filter(
      (file) =>
        /(?<!api\/client)\.tsx?$/.test(file) && !free.test(file) && site.test(readFileSync(file, "utf8")),
    )
    .sort();
}

test("Reddit is mentioned only in its own folder, wire fields, texts and these files", () => {
  const free = /^src\/(generated|contract|sites\/reddit|features\/(landing|legal))\//;
  const naming = filesNaming(/reddit/i, free);
  expect(naming).toEqual(Object.keys(namingReddit).sort());
  expect(naming.length).toBeLessThanOrEqual(14);
});

test("feeds are mentioned only in their own folder, the registry and the icons", () => {
  // The word also means the feeds that Earshot offers.
  const naming = filesNaming(
    /["'`]feeds["'`]|sites\/feeds|\.\/feeds\/|^ {2}feeds: /m,
    /^src\/(generated|sites\/feeds)\//,
  );
  expect(naming).toEqual(["src/sites/registry.ts", "src/ui/site-icon.tsx"]);
});

test("Lemmy is mentioned only in its own folder, the registry and the icons", () => {
  const naming = filesNaming(/lemmy/i, /^src\/(generated|contract|sites\/lemmy|features\/(landing|legal))\//);
  expect(naming).toEqual(["src/sites/registry.ts", "src/ui/site-icon.tsx"]);
});

test("Discourse is mentioned only in its own folder, the registry and the icons", () => {
  const naming = filesNaming(
    /discourse/i,
    /^src\/(generated|contract|sites\/discourse|features\/(landing|legal))\//,
  );
  expect(naming).toEqual(["src/sites/registry.ts", "src/ui/site-icon.tsx"]);
});

test.each([
  ["hackernews", /hacker[\s_-]?news/i],
  ["lobsters", /lobste\.?rs/i],
  ["bluesky", /bluesky|bsky/i],
  ["github", /["'`]github["'`]|sites\/github|\.\/github\/|^ {2}github|GITHUB_|GitHub(?! Blog)/m],
  ["stackexchange", /stack[\s_-]?(?:exchange|overflow)/i],
  ["fediverse", /fediverse|mastodon|fedi\.buzz/i],
  // The word also means items that are new.
  ["news", /gdelt|sites\/news|\.\/news\/|^ {2}news: \(/im],
])("%s is mentioned only in its own folder and up to three files", (id, site) => {
  // A bridge copies posts between two sites, so one of them knows the other's URIs.
  const free = new RegExp(
    `^src/(generated|contract|sites/${id}|features/(landing|legal))/|^src/sites/fediverse/address.ts`,
  );
  const naming = filesNaming(site, free);
  expect(naming).toEqual(namingSite);
  expect(naming.length).toBeLessThanOrEqual(3);
});
