import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CoverageResponse } from "@/contract/coverage";
import type { ChoicesResponse, NotificationView } from "@/contract/notification";
import type { PlaceResponse, SitesResponse } from "@/contract/place-queries";
import type { ExplainResponse } from "@/contract/preview";
import type { WatchView } from "@/contract/watch";
import * as coverage from "@/app/api/coverage/route";
import * as explain from "@/app/api/keywords/explain/route";
import * as keywords from "@/app/api/keywords/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as list from "@/app/api/notifications/route";
import * as validate from "@/app/api/places/validate/route";
import * as sitesRoute from "@/app/api/sites/route";
import { pool } from "@/server/platform/database";
import { scrapeMetrics } from "@/server/operation/metrics";
import { Budget } from "@/server/reading/budget";
import { sitesRead } from "@/server/reading/places";
import { poll } from "@/server/reading/poll";
import { connected } from "@/server/reading/site";
import { WatchSet } from "@/server/recording/watch-set";
import { sites } from "@/sites/registry";
import { startToyTown } from "../fixtures/toy-site/stand-in";
import { signedIn } from "../support/signed-in";

/** The URL, which for a real site is a setting. */
const address = vi.hoisted(() => ({ url: "" }));
// Registers the site before those whose places are URLs, like its line in src/sites/registry.ts. The
// rendering thread has its own registry without this site, so its items are shown as stored.
vi.mock("@/sites/registry", async (original) => {
  const real = await original<typeof import("@/sites/registry")>();
  const { toySite } = await import("../fixtures/toy-site/toy");
  const all = Object.entries(real.sites);
  for (const [id] of all) Reflect.deleteProperty(real.sites, id);
  const above = all.slice(
    0,
    all.findIndex(([, { getHost }]) => getHost !== undefined),
  );
  Object.assign(real.sites, Object.fromEntries(above), { toy: toySite(address) }, Object.fromEntries(all));
  return real;
});

let town: Awaited<ReturnType<typeof startToyTown>>;
let person: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  town = await startToyTown();
  address.url = town.url;
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Run", "Lease" CASCADE`,
  );
  person = await signedIn("pro");
});
afterAll(() => town.close());

/** Runs the poll job for this site only. */
async function pollOnce() {
  const clock = () => new Date();
  const site = connected("toy");
  const { clientId, allShare } = sites.toy!.allowance();
  const context = { clock, deadline: new Date(Date.now() + 50_000), faults: [], site };
  const budget = new Budget({ clientId, allShare, window: site.window, clock, sleep: async () => undefined });
  const how = { watches: new WatchSet(), intervalMs: 60_000, sendMessages: async () => undefined };
  return poll({ ...context }, [{ ...context, budget }], how);
}

test("a site built as in docs/sites.md works in every feature", async () => {
  const place = { site: "toy", name: "all", label: "Toy Town", url: "https://toy.example/" };
  const result = await person.request<SitesResponse>(sitesRoute, "GET", "/sites");
  expect(result.body.sites).toContainEqual({
    ...{ id: "toy", name: "Toy Town", placeWord: "site", hasAll: true, isOn: true },
  });
  expect(sitesRead()).toContain("Toy Town");
  const found = await person.request<PlaceResponse>(
    validate,
    "GET",
    "/places/validate?name=toy.example/posts/7",
  );
  expect(found.body).toMatchObject({ exists: true, ...place });

  const body = { keyword: "tidewater", places: [{ site: "toy", name: "all" }] };
  const made = await person.request<{ watch: WatchView }>(keywords, "POST", "/keywords", { body });
  expect(made.body.watch.places).toEqual([place]);
  await pollOnce();
  const id = town.write("Tidewater is down");
  await pool().query(
    `UPDATE "PlaceRead" SET "readAt" = "readAt" - interval '1 minute', "triedAt" = "triedAt" - interval '1 minute'`,
  );
  expect(await pollOnce()).toMatchObject({ notifications: 1 });

  const listed = await person.request<NotificationView[]>(list, "GET", "/notifications?site=toy");
  expect(listed.body.map(({ redditPost }) => redditPost)).toMatchObject([
    { title: "Tidewater is down", site: "toy", url: `https://toy.example/posts/${id}` },
  ]);
  const filters = await person.request<ChoicesResponse>(choices, "GET", "/notifications/choices?of=place");
  expect(JSON.stringify(filters.body)).toContain("Toy Town");
  const covered = await person.request<CoverageResponse>(coverage, "GET", "/coverage");
  expect(JSON.stringify(covered.body)).toContain("Toy Town");
  const link = { body: { url: `https://toy.example/posts/${id}` } };
  const why = await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", link);
  expect(why.body.explanations.map(({ verdict }) => verdict)).toEqual(["matched"]);
  expect(await (await scrapeMetrics()).text()).toContain('site="toy"');
});

/**
 * Returns the files listed in the table of docs/sites.md that every site needs besides its own folders. Rows can
 * name a folder only once.
 */
function listedFiles(): string[] {
  const [, section = ""] = /\n## 4\.[^\n]*\n([^]*?)\n## /.exec(readFileSync("docs/sites.md", "utf8")) ?? [];
  const rows = [...section.matchAll(/^\| (`[^|]*?) *\| (?!if )/gm)].map(([, cell = ""]) => cell);
  return rows.flatMap((cell) => {
    const [first = "", ...rest] = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const others = (name: string) => (existsSync(name) ? name : path.join(path.dirname(first), name));
    return [first, ...rest.map(others)].filter((name) => !name.endsWith(".md"));
  });
}

/** Returns the files outside its own folders that mention a site which needed no new concepts. */
function filesNaming(word: RegExp): string[] {
  const folders = ["src", "sandbox", "scripts", "tests/support", "tests/conformance", ".env.example"];
  const own = /^(?:src\/generated|(?:src\/sites|sandbox)\/lobsters)\/|\/lobsters(?:-stand|\.test)\.ts$/;
  const files = folders.flatMap((folder) =>
    statSync(folder).isFile()
      ? [folder]
      : readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  );
  return files.filter(
    (file) => !own.test(file) && statSync(file).isFile() && word.test(readFileSync(file, "utf8")),
  );
}

test("docs/sites.md lists exactly the files outside a site's own folders", () => {
  const listed = listedFiles();
  for (const file of listed) expect(existsSync(file), file).toBe(true);
  expect(filesNaming(/lobste/i).sort()).toEqual(
    listed.filter((file) => file !== "tests/unit/structure.test.ts").sort(),
  );
});
