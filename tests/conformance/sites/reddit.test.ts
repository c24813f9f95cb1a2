import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getContent } from "@/sites/reddit/content";
import type { Page, PagedSite } from "@/domain/reading/site";
import { createReddit } from "@/sites/reddit/connection";
import type { ItemKind } from "@/domain/reading/item";
import { markdownToHtml } from "@/domain/markdown/html";
import { startSandbox } from "../../../sandbox/server";
import { getFaults } from "../../unit/domain/markdown/safety";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let reddit: PagedSite;

const siteWith = (clientSecret: string) =>
  createReddit({
    clientId: "sandbox-client",
    clientSecret,
    userAgent: "node:earshot:test (by /u/nobody)",
    authUrl: `${sandbox.url}/reddit`,
    apiUrl: `${sandbox.url}/reddit`,
  });

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7 });
  reddit = siteWith("sandbox-secret");
});
afterAll(() => sandbox.close());

const kinds: ItemKind[] = ["post", "comment"];
const places = ["smallbusiness", "freelance", "AskReddit"];

async function pages(kind: ItemKind, names: string[], count: number): Promise<Page[]> {
  const read: Page[] = [];
  let after: string | null = null;
  while (read.length < count) {
    const page: Page = await reddit.fetchNewest({ places: names, kind, after });
    read.push(page);
    after = page.after;
    if (!after) break;
  }
  return read;
}

describe.each(kinds)("recent %ss of a multireddit", (kind) => {
  it("contain items of its members, once each across pages", async () => {
    const read = await pages(kind, places, 3);
    const items = read.flatMap((page) => page.items);
    expect(items.length).toBeGreaterThan(100);
    expect(new Set(items.map((item) => item.fullname)).size).toBe(items.length);
    expect(new Set(items.map((item) => item.kind))).toEqual(new Set([kind]));
    const members = new Set(places.map((name) => name.toLowerCase()));
    expect(items.filter((item) => !members.has(item.place.toLowerCase()))).toEqual([]);
    expect(items.filter((item) => !item.url.startsWith("https://www.reddit.com/r/"))).toEqual([]);
    for (const { rate } of read) expect(rate.used).not.toBeNull();
  });

  it("can be rendered in all their forms", async () => {
    const items = (await pages(kind, ["all"], 5)).flatMap((page) => page.items);
    expect(items.length).toBeGreaterThan(100);
    for (const item of items) {
      // Yield: the sandbox runs in this process and must be able to close idle connections.
      await new Promise(setImmediate);
      const content = getContent(item);
      expect(content === "", item.fullname).toBe(item.body === "");
      expect(getFaults(markdownToHtml(content)), item.fullname).toEqual([]);
    }
  });
});

describe("subreddits", () => {
  it.each([
    ["smallbusiness", "ok"],
    ["SMALLBUSINESS", "ok"],
    ["sandbox_private", "private"],
    ["sandbox_banned", "banned"],
    ["sandbox_quarantined", "quarantined"],
    ["sandbox_gated", "gated"],
    ["no_such_sub_at_all", "missing"],
  ])("%s is %s", async (name, health) => {
    const found = await reddit.checkPlace(name);
    expect(found.health).toBe(health);
    expect(found.displayName).toBe(health === "ok" ? "smallbusiness" : null);
  });

  it.each([
    ["sandbox_private", "forbidden", "private"],
    ["sandbox_banned", "missing", "banned"],
    ["no_such_sub_at_all", "missing", undefined],
  ])("a listing of only %s is %s", async (name, kind, reason) => {
    await expect(reddit.fetchNewest({ places: [name], kind: "post" })).rejects.toMatchObject({
      kind,
      reason,
    });
  });

  it("are found by name prefix", async () => {
    const { names } = await reddit.searchPlaces("small");
    expect(names).toContain("smallbusiness");
  });
});

it("fetches items by fullname", async () => {
  const { items } = await reddit.fetchNewest({ places, kind: "comment" });
  const requested = [...items.slice(0, 50).map((item) => item.fullname), "t1_neverwas"];
  const { statuses } = await reddit.fetchByFullname(requested);
  expect([...statuses.keys()].sort()).toEqual([...requested].sort());
  expect(statuses.get("t1_neverwas")).toBe("deleted");
  expect([...statuses.values()].filter((state) => state === "present").length).toBeGreaterThan(25);
});

it("distinguishes a wrong secret from a site failure", async () => {
  const wrong = siteWith("not-the-secret").fetchNewest({ places, kind: "post" });
  await expect(wrong).rejects.toMatchObject({ kind: "unauthorized", status: 401, requested: false });
});

async function pull(control: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${sandbox.url}/control/${control}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.ok, control).toBe(true);
  return (await response.json()) as Record<string, unknown>;
}

describe("site failures", () => {
  const query = { places, kind: "post" } as const;

  it.each([
    [{ mode: "html", status: 200 }, { kind: "malformed" }],
    [{ mode: "html", status: 503 }, { kind: "unavailable" }],
    [{ mode: "json", status: 500 }, { kind: "unavailable" }],
    [{ mode: "truncated" }, { kind: "malformed" }],
    [
      { mode: "too-many", retryAfter: 3 },
      { kind: "rate-limited", retryAfterMs: 3000 },
    ],
    [
      { mode: "too-many", page: true, retryAfter: 2 },
      { kind: "rate-limited", retryAfterMs: 2000 },
    ],
    [{ mode: "blocked" }, { kind: "blocked" }],
    [{ mode: "cut" }, { kind: "unavailable" }],
    [{ mode: "lost" }, { kind: "unavailable" }],
  ])("%j", async (failure, expected) => {
    await reddit.fetchNewest(query);
    await pull("failures", { ...failure, service: "reddit", count: 1 });
    await expect(reddit.fetchNewest(query)).rejects.toMatchObject({ ...expected, requested: true });
    await expect(reddit.fetchNewest(query)).resolves.toMatchObject({ skipped: 0 });
  });

  it("an expired token is replaced without an error", async () => {
    await reddit.fetchNewest(query);
    await pull("reddit", { expireTokens: true });
    await expect(reddit.fetchNewest(query)).resolves.toMatchObject({ skipped: 0 });
  });
});
