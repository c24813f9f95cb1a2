import { expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import type { StreamEvent, StreamBatch } from "@/domain/reading/stream";
import { getNews } from "@/domain/reading/stream-updates";
import { isSampled, sampledOneIn } from "@/domain/reading/stream-sample";

const item = (fullname: string, author = "did:one"): Item => ({
  ...{ fullname, kind: "post", site: "a", place: "all", title: "", body: "", html: null, author },
  ...{ url: "https://a.example/", createdAt: new Date(0), over18: false },
});
const written = (fullname: string, author?: string): StreamEvent => ({
  is: "written",
  item: item(fullname, author),
});
const chunk = (second: number, ...happened: StreamEvent[]): StreamBatch => ({
  ...{ happened, cursor: String(second), at: new Date(second * 1_000) },
  ...{ events: happened.length, skipped: 0, gap: null },
});
const names = (...chunks: StreamBatch[]) => getNews(chunks).written.map(({ fullname }) => fullname);

test("drops posts that are deleted later, and keeps posts that are created again", () => {
  const deleted: StreamEvent = { is: "deleted", fullname: "1" };
  expect(names(chunk(1, written("1"), written("2")), chunk(2, deleted))).toEqual(["2"]);
  expect(names(chunk(1, deleted), chunk(2, written("1")))).toEqual(["1"]);
  const updates = getNews([chunk(1, written("1"), deleted)]);
  expect([updates.posts, [...updates.deleted]]).toEqual([1, ["1"]]);
});

test("drops an account's earlier posts when it is deleted, but keeps later posts and other accounts", () => {
  const gone: StreamEvent = { is: "author-gone", author: "did:one" };
  const chunks = [chunk(1, written("1"), written("2", "did:two")), chunk(2, gone), chunk(3, written("3"))];
  expect(names(...chunks)).toEqual(["2", "3"]);
  expect([...getNews(chunks).gone]).toEqual([["did:one", new Date(2_000)]]);
});

test("keeps the posts of an account that is restored", () => {
  const gone: StreamEvent = { is: "author-gone", author: "did:one" };
  const back: StreamEvent = { is: "author-back", author: "did:one" };
  const updates = getNews([chunk(1, written("1"), gone), chunk(2, back)]);
  expect([updates.written.length, updates.gone.size, [...updates.back]]).toEqual([1, 0, ["did:one"]]);
  expect([...getNews([chunk(1, back, gone)]).gone.keys()]).toEqual(["did:one"]);
});

test("ignores repeated events", () => {
  expect(names(chunk(1, written("1")), chunk(2, written("1")))).toEqual(["1"]);
});

test("samples evenly by fullname, for all naming schemes", () => {
  const shares = [
    (n: number) => `at://did:plc:${(n * 7919).toString(36)}/app.bsky.feed.post/3m${n.toString(36)}`,
    (n: number) => `at://did:plc:same/app.bsky.feed.post/${n}`,
    (n: number) => `at://did:plc:${n}/app.bsky.feed.post/3mptbyoeyc22k`,
  ].map((nameOf) => {
    const all = Array.from({ length: 60_000 }, (_, n) => nameOf(n));
    return all.length / all.filter((fullname) => isSampled(fullname)).length;
  });
  for (const share of shares) {
    expect(share).toBeGreaterThan(sampledOneIn * 0.9);
    expect(share).toBeLessThan(sampledOneIn * 1.1);
  }
});
