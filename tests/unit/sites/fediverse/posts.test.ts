import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SiteError } from "@/domain/reading/site-error";
import type { StreamBatch } from "@/domain/reading/stream";
import { createListener } from "@/sites/fediverse/listen";
import { parsePosts, readPosts, type ParsePosts, type RawPost } from "@/sites/fediverse/posts";
import { countSteps } from "../../../support/count-steps";

const nowMs = Date.UTC(2026, 10, 26, 6);

function rawPost(id: number, more: object = {}): RawPost {
  const uri = `https://social.example/users/ada/statuses/${id}`;
  const post = { id: `${id}`, uri, content: "<p>tidewater</p>", account: { username: "ada" }, ...more };
  return { data: JSON.stringify(post), atMs: nowMs };
}

const parseHere: ParsePosts = (posts) => Promise.resolve(parsePosts(posts));

test("the cost of a post doesn't grow with its number of tags", async () => {
  const tagged = (count: number) =>
    rawPost(1, {
      content: `<p>${"a ".repeat(20_000)}</p>`,
      tags: Array.from({ length: count }, (_, at) => ({ name: `widgets${at}` })),
    });
  const usual = await countSteps(() => parsePosts([tagged(100)]));
  expect(await countSteps(() => parsePosts([tagged(3_000)]))).toBeLessThan(2 * usual);
});

test("a tag of any length is cut", () => {
  const [read] = parsePosts([rawPost(1, { tags: [{ name: "x".repeat(100_000) }, { name: "aside" }] })]);
  expect(read).toMatchObject({ item: { body: `tidewater\n\n#${"x".repeat(199)} · #aside` } });
});

test.each(["\0", "\uD83D"])("a post with %j in an id or URI is invalid", (broken) => {
  const posts = [
    { id: `1${broken}` },
    { uri: `https://social.example/${broken}` },
    { in_reply_to_id: broken },
  ].map((fields) => rawPost(1, fields));
  expect(parsePosts(posts).map(({ is }) => is)).toEqual(["invalid", "invalid", "invalid"]);
});

test("a reply key is never cut inside a character", () => {
  const [read] = parsePosts([rawPost(1, { id: `${"1".repeat(99)}😀` })]);
  if (read?.is !== "item") throw new Error("not an item");
  expect(read.item.replyKey?.isWellFormed()).toBe(true);
});

test("an expensive post is skipped without losing those around it", async () => {
  const parse: ParsePosts = (posts, host) =>
    posts.some(({ data }) => data.includes("expensive"))
      ? Promise.reject(new SiteError("malformed", "It takes too long to read", { reason: "too-slow" }))
      : parseHere(posts, host);
  const posts = [rawPost(1), rawPost(2, { content: "expensive" }), rawPost(3)];
  const read = await readPosts(posts, parse, "stream.example");
  expect(read.map(({ is }) => is)).toEqual(["item", "invalid", "item"]);
});

describe("the stream", () => {
  let stream: ServerResponse | null;
  let server: ReturnType<typeof createServer>;
  const stop = new AbortController();

  beforeEach(async () => {
    stream = null;
    server = createServer((_request, response) => {
      stream = response.writeHead(200, { "content-type": "text/event-stream" });
      stream.write(":)\n");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (posts: readonly RawPost[]) =>
    stream!.write(posts.map(({ data }) => `event: update\ndata: ${data}\n\n`).join(""));
  const listenerWith = (parse: ParsePosts) =>
    createListener({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      ...{ userAgent: "Earshot (a test)", timeoutMs: 5_000, silenceMs: 60_000, now: () => nowMs },
      parsePosts: parse,
    });
  const next = async (batches: AsyncGenerator<StreamBatch>) => (await batches.next()).value as StreamBatch;

  test("has its posts parsed by the thread, about 200,000 characters at a time", async () => {
    const sizes: number[] = [];
    const listen = listenerWith((posts, host) => {
      sizes.push(posts.length);
      return parseHere(posts, host);
    });
    const batches = listen(null, stop.signal);
    await next(batches);
    send(Array.from({ length: 12 }, (_, at) => rawPost(at, { content: "<em>a</em>".repeat(5_000) })));
    let written = 0;
    while (written < 12) written += (await next(batches)).happened.length;
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(12);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
    await batches.return(undefined);
  });

  test("loses no post if the threads are busy", async () => {
    let isBusy = true;
    const listen = listenerWith((posts, host) =>
      isBusy
        ? Promise.reject(new SiteError("unavailable", "busy", { reason: "busy" }))
        : parseHere(posts, host),
    );
    const before = listen(null, stop.signal);
    const { cursor } = await next(before);
    send([rawPost(1), rawPost(2)]);
    await expect(next(before)).rejects.toThrow("busy");
    isBusy = false;
    const after = listen(cursor, stop.signal);
    expect(await next(after)).toMatchObject({ happened: { length: 2 }, events: 2, gap: null });
    await after.return(undefined);
  });
});
