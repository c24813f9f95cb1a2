import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as explain from "@/app/api/keywords/explain/route";
import * as watchRoute from "@/app/api/keywords/[id]/route";
import * as preview from "@/app/api/keywords/preview/route";
import * as watches from "@/app/api/keywords/route";
import type { ErrorBody } from "@/contract/errors";
import type { ExplainResponse, PreviewResponse } from "@/contract/preview";
import type { WatchView } from "@/contract/watch";
import { runRetention } from "@/server/operation/cron";
import { pool, prisma } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { getDid } from "../../sandbox/bluesky/shapes";
import { startBluesky, type Bluesky } from "../support/bluesky";
import { signedIn } from "../support/signed-in";
import { makeItem } from "../unit/domain/matching/cases";

let sandbox: Bluesky;
let person: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  sandbox = await startBluesky({ clock: "real" });
  process.env.BLUESKY_API_URL = `${sandbox.url}/bluesky`;
});
beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Run", "Lease", "Budget" CASCADE`,
  );
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('bluesky', 'all', 'all', now())`,
  );
  await sandbox.restore();
  for (const by of ["moss", "reed"]) sandbox.bluesky.world.write({ text: "x", by });
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

type WatchOrError = { watch: WatchView } & ErrorBody;
const everywhere = [{ site: "bluesky", name: "all" }];
const create = (expression: string, rest: object = {}) =>
  person.request<WatchOrError>(watches, "POST", "/keywords", {
    body: { keyword: "tidewater", expression, places: everywhere, ...rest },
  });
const put = (id: string, body: object) =>
  person.request<WatchOrError>(watchRoute, "PUT", `/keywords/${id}`, { params: { id }, body });

const itemBy = (name: string, key: string) =>
  makeItem({
    ...{ fullname: `at://${getDid(name)}/app.bsky.feed.post/${key}`, site: "bluesky", place: "all" },
    url: `https://bsky.app/profile/${getDid(name)}/post/${key}`,
    ...{ author: getDid(name), body: "tidewater", createdAt: new Date(Date.now() + 60_000) },
  });
const isHeard = async (watch: WatchSet, name: string) =>
  (await watch.current(new Date())).match(itemBy(name, "3n2wfhmp4mqzc")).length > 0;

test("matches, previews and explains a handle by its author id", async () => {
  expect((await create("tidewater author:@Moss.bsky.example")).status).toBe(201);
  const set = new WatchSet();
  expect([await isHeard(set, "moss"), await isHeard(set, "reed")]).toEqual([true, false]);
  const items = [itemBy("moss", "3n2wfhmp4mqzc"), itemBy("reed", "3n2wfhmp4mqzd")];
  const matcher = await set.current(new Date());
  const match = (item: (typeof items)[0]) => matcher.match(item);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now: new Date() });
  const requested = { body: { keyword: "x", expression: "author:moss.bsky.example", places: everywhere } };
  const foreseen = (await person.request<PreviewResponse>(preview, "POST", "/keywords/preview", requested))
    .body.preview;
  expect([foreseen.examples.length, foreseen.problems]).toEqual([1, []]);
  requested.body.expression = "author:nobody.bsky.example";
  const result = (await person.request<PreviewResponse>(preview, "POST", "/keywords/preview", requested)).body
    .preview;
  expect(result.problems).toMatchObject([{ severity: "error", from: 0 }]);
  const url = `https://bsky.app/profile/${getDid("reed")}/post/3n2wfhmp4mqzd`;
  const why = (await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", { body: { url } }))
    .body;
  expect(why.explanations[0]!.parts).toMatchObject([
    { kind: "and", holds: false },
    { text: "tidewater", holds: true },
    { text: "author:Moss.bsky.example".toLowerCase(), holds: false },
  ]);
});

test("reports an unknown handle with its position, unless another site could have it", async () => {
  const expression = "tidewater author:nobody.bsky.example";
  const refused = await create(expression);
  expect([refused.status, refused.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(refused.body.errors!.expression![0]).toContain("“nobody.bsky.example” on Bluesky");
  const [problem] = refused.body.problems!;
  expect(expression.slice(problem!.from, problem!.to)).toBe("author:nobody.bsky.example");
  const elsewhere = [...everywhere, { site: "hackernews", name: "all" }];
  const made = await create(expression, { places: elsewhere });
  expect(made.status).toBe(201);
  const { _id: id } = made.body.watch;
  expect((await put(id, { notes: "n" })).status).toBe(200);
  expect((await put(id, { places: everywhere })).body.errors).toHaveProperty("expression");
  expect((await put(id, { expression: "tidewater author:reed.bsky.example" })).status).toBe(200);
  const stored = () => prisma().watch.findFirstOrThrow({ select: { authors: true, authorsFetchedAt: true } });
  expect((await stored()).authors).toEqual({ bluesky: { "reed.bsky.example": getDid("reed") } });
  expect((await put(id, { expression: null })).status).toBe(200);
  expect(await stored()).toEqual({ authors: null, authorsFetchedAt: null });
});

test("retries failed lookups in the next run and refreshes handles daily", async () => {
  sandbox.failures.set({ service: "bluesky", mode: "json", status: 500, count: 1 });
  const made = await create("author:moss.bsky.example");
  expect(made.status).toBe(201);
  const set = new WatchSet();
  expect(await isHeard(set, "moss")).toBe(false);
  await prisma().budget.deleteMany();
  await runRetention();
  expect(await isHeard(set, "moss")).toBe(true);

  // A renamed account keeps matching until another account takes the old handle.
  const { world } = sandbox.bluesky;
  world.rename("moss", "fern.bsky.example");
  const aDayAgo = () => pool().query(`UPDATE "Watch" SET "authorsFetchedAt" = now() - interval '21 hours'`);
  await aDayAgo();
  await runRetention();
  expect(await isHeard(set, "moss")).toBe(true);
  world.rename("reed", "moss.bsky.example");
  await runRetention();
  expect([await isHeard(set, "moss"), await isHeard(set, "reed")]).toEqual([true, false]);
  await aDayAgo();
  await runRetention();
  expect([await isHeard(set, "moss"), await isHeard(set, "reed")]).toEqual([false, true]);
  const requested = sandbox.bluesky.requested.length;
  await runRetention();
  expect(sandbox.bluesky.requested).toHaveLength(requested);
});

test("matches immediately by author ids that saving the same search learned", async () => {
  const expression = "author:moss.bsky.example";
  sandbox.failures.set({ service: "bluesky", mode: "json", status: 500, count: 1 });
  const { _id: id } = (await create(expression)).body.watch;
  const set = new WatchSet();
  expect(await isHeard(set, "moss")).toBe(false);
  const stored = () => prisma().watch.findFirstOrThrow({ select: { activeSince: true, revision: true } });
  const before = await stored();
  await prisma().budget.deleteMany();
  expect((await put(id, { expression })).status).toBe(200);
  expect(await isHeard(set, "moss")).toBe(true);
  const after = { ...before, revision: before.revision + 1 };
  expect(await stored()).toEqual(after);
  expect((await put(id, { expression, notes: "n" })).status).toBe(200);
  expect(await stored()).toEqual(after);
});

test("compares stored texts by author id if the author's name was learned, and shows the name", async () => {
  const items = ["moss", "reed"].map((name) => ({
    ...itemBy(name, "3n2wfhmp4mqzc"),
    ...{ author: `${name}.bsky.example`, authorId: getDid(name), createdAt: new Date(Date.now() - 60_000) },
  }));
  await recordRead({ items, match: () => [], isNamed: () => true, outcomes: [], gaps: [], now: new Date() });
  for (const expression of ["tidewater author:moss.bsky.example", "tidewater -author:reed.bsky.example"]) {
    const requested = { body: { keyword: "x", expression, places: everywhere } };
    const { body } = await person.request<PreviewResponse>(preview, "POST", "/keywords/preview", requested);
    expect(body.preview.examples).toMatchObject([{ url: items[0]!.url }]);
  }
  const made = await create("tidewater author:moss.bsky.example", { lookBack: true });
  expect(made.body).toMatchObject({ lookBack: { recorded: 1 } });
  const { author, authorId } = await prisma().item.findFirstOrThrow();
  expect([author, authorId]).toEqual(["moss.bsky.example", getDid("moss")]);
  const url = `https://bsky.app/profile/${getDid("reed")}/post/3n2wfhmp4mqzc`;
  const why = (await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", { body: { url } }))
    .body;
  expect(why.explanations[0]!.parts).toContainEqual(
    expect.objectContaining({ text: "author:moss.bsky.example", holds: false }),
  );
});
