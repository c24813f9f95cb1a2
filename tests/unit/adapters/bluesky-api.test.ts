import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getDid } from "../../../sandbox/bluesky/shapes";
import { startBluesky, type Bluesky } from "../../support/bluesky";

let sandbox: Bluesky;
beforeAll(async () => {
  sandbox = await startBluesky();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.restore());

const queries = (method: string) =>
  sandbox.bluesky.requested.filter((requested) => requested.includes(method)).length;

test("fetches handles, 25 per request, and skips unconfirmed ones", async () => {
  const { world } = sandbox.bluesky;
  const names = Array.from({ length: 60 }, (_, at) => `writer${at}`);
  for (const by of names) world.write({ text: "x", by });
  world.rename("writer1", "handle.invalid");
  world.become("writer2", "deleted");
  const ids = names.map(getDid);
  const result = await sandbox.connect().fetchNames([...ids, ids[0]!, "nobody"]);
  expect(result.get(ids[0]!)).toBe("writer0.bsky.example");
  expect(ids.filter((id) => !result.has(id))).toEqual([ids[1], ids[2]]);
  expect(queries("getProfiles")).toBe(3);
  expect(await sandbox.connect().fetchNames([])).toEqual(new Map());
});

test("fetches the status of posts, 25 per request", async () => {
  const { world } = sandbox.bluesky;
  const site = sandbox.connect();
  const written = sandbox.write(30);
  world.delete(written[3]!);
  const other = world.write({ text: "x", by: "moss" });
  world.become("moss", "deactivated");
  const { statuses } = await site.fetchByFullname([...written, other, "at://x/app.bsky.feed.post/1"]);
  const gone = [...statuses].flatMap(([fullname, result]) => (result === "deleted" ? [fullname] : []));
  expect(gone).toEqual([written[3], other, "at://x/app.bsky.feed.post/1"]);
  expect([queries("getPosts"), site.lookUp.requests(32)]).toEqual([2, 2]);
});

test("fetches a post by account id or handle", async () => {
  const { world } = sandbox.bluesky;
  const site = sandbox.connect();
  const uri = world.write({ text: "see https://example.org/a/long/address/of/a/page?with=much", by: "moss" });
  const body = "see <https://example.org/a/long/address/of/a/page?with=much>";
  const handle = uri.replace(getDid("moss"), "moss.bsky.example");
  for (const requested of [uri, handle])
    expect(await site.fetchItem!(requested)).toMatchObject({
      item: { fullname: uri, body, author: getDid("moss") },
    });
  world.delete(uri);
  for (const requested of [uri, handle])
    expect(await site.fetchItem!(requested)).toMatchObject({ item: null });
});

test.each([
  ["html", 503, "unavailable"],
  ["html", 200, "malformed"],
  ["json", 200, "malformed"],
  ["json", 500, "unavailable"],
  ["too-many", 429, "rate-limited"],
  ["blocked", 403, "blocked"],
  ["cut", 0, "unavailable"],
  ["truncated", 200, "malformed"],
] as const)("%s with status %s is %s", async (mode, status, kind) => {
  const uri = sandbox.bluesky.world.write({ text: "x" });
  const site = sandbox.connect();
  const sends = [
    () => site.fetchByFullname([uri]),
    () => site.fetchItem!(uri),
    () => site.fetchItem!(uri.replace(/did:[^/]+/, "ferrywoman.bsky.example")),
    () => site.fetchNames([getDid("ferrywoman")]),
    () => site.fetchAccounts(["ferrywoman.bsky.example"]),
  ];
  for (const request of sends) {
    sandbox.failures.set({ service: "bluesky", mode, status, count: 1 });
    await expect(request()).rejects.toMatchObject({ name: "SiteError", kind, requested: true });
    await request();
  }
});

test("resolves handles in any case, accepts account ids and skips other names", async () => {
  const { world } = sandbox.bluesky;
  for (const by of ["moss", "reed"]) world.write({ text: "x", by });
  const site = sandbox.connect();
  const moss = [getDid("moss"), "Moss.bsky.example", "nobody.bsky.example", "moss", "John Smith"];
  expect(await site.fetchAccounts(moss)).toEqual(
    new Map([
      [getDid("moss"), getDid("moss")],
      ["moss.bsky.example", getDid("moss")],
    ]),
  );
  world.rename("moss", "fern.bsky.example");
  world.become("reed", "deleted");
  const handles = ["moss.bsky.example", "fern.bsky.example", "reed.bsky.example"];
  expect(await site.fetchAccounts(handles)).toEqual(new Map([["fern.bsky.example", getDid("moss")]]));
  expect(await site.fetchAccounts([])).toEqual(new Map());
});
