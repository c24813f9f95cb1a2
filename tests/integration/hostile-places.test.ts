import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as validate from "@/app/api/places/validate/route";
import type { PlaceResponse } from "@/contract/place-queries";
import { prisma } from "@/server/platform/database";
import { ThreadPool } from "@/server/threads/pool";
import { threads } from "@/server/threads/threads";
import { signedIn } from "../support/signed-in";
import { warmThreads } from "../support/warm-threads";

const item = (inner: string) =>
  `<rss version="2.0"><channel><title>A blog</title><item>${inner}</item></channel></rss>`;
const megabytes = (part: string, count: number) => part.repeat((count * 1_000_000) / part.length);
const post = {
  id: 1,
  post_number: 1,
  post_type: 1,
  created_at: "2026-11-20T10:00:00Z",
  topic_title: "Hello",
};

/** Responses by path, generated on request. */
const feedsByPath: Readonly<Record<string, () => string>> = {
  "/nested-arrays": () => megabytes("[", 2.4),
  "/nested-objects": () => `{"version":"https://jsonfeed.org/version/1.1","items":${megabytes('{"a":', 4)}`,
  "/values": () => `{"version":"https://jsonfeed.org/version/1.1","items":[${megabytes("1,", 4)}1]}`,
  "/attributes": () => item(`<p ${Array.from({ length: 400_000 }, (_, n) => `a${n}="1"`).join(" ")}>`),
  "/nested-elements": () => `<rss><channel>${megabytes("<a>", 4)}`,
  "/entities": () => `<!DOCTYPE x [${megabytes('<!ENTITY a "&a;&a;">', 2)}]>${item("<title>One</title>")}`,
  "/html": () =>
    item(`<title>One</title><description><![CDATA[${megabytes("<b><a href='x'>", 4)}]]></description>`),
  "/tags": () => item(`<title>One</title>${megabytes("<category>a</category>", 4)}`),
  "/page": () => `<!doctype html><html><head>${megabytes("<link rel=alternate>", 4)}`,
};
const forumsByResponse: readonly [name: string, () => string, object][] = [
  ["nested arrays", () => megabytes("[", 2.4), { exists: false }],
  [
    "nested arrays in a post",
    () => JSON.stringify({ latest_posts: [post] }).replace('"Hello"', megabytes("[", 2.4)),
    { exists: false },
  ],
  ["too many values", () => `{"latest_posts":[${megabytes("{},", 4)}{}]}`, { exists: false }],
  [
    "attributes in a post",
    () => JSON.stringify({ latest_posts: [{ ...post, cooked: `<p ${megabytes('a="1" ', 2.4)}>Hello` }] }),
    { exists: true, found: { items: 1 } },
  ],
  [
    "elements in a post",
    () => JSON.stringify({ latest_posts: [{ ...post, cooked: megabytes("<p><b>x", 2.4) }] }),
    { exists: true, found: { items: 1 } },
  ],
];

let postsJson: () => string = () => "";
let robots: string | null = null;
const server = createServer((request, response) => {
  const path = new URL(request.url!, "http://localhost").pathname;
  if (path === "/posts.json")
    response.writeHead(200, { "content-type": "application/json" }).end(postsJson());
  else if (path === "/robots.txt" && robots !== null) response.end(robots);
  else if (feedsByPath[path] !== undefined) response.end(feedsByPath[path]());
  else response.writeHead(404).end();
});
let host = "";
let person: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.LOCAL_ADDRESSES = `${host},${host.replace("127.0.0.1", "localhost")}`;
  await warmThreads();
});
beforeEach(async () => {
  await prisma().placeLookup.deleteMany();
  await prisma().place.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = async (name: string) =>
  (await person.request<PlaceResponse>(validate, "GET", `/places/validate?name=${encodeURIComponent(name)}`))
    .body;

/** Validates a place and also returns the worker tasks it started. */
async function requestInThreads(name: string) {
  const run = vi.spyOn(threads(), "run");
  const body = await send(name);
  const tasks = run.mock.calls.map(([task]) => task);
  run.mockRestore();
  return { body, tasks };
}

test.each<[path: string, expected: object]>([
  ["/nested-arrays", { reason: "Its JSON is nested more than 100 deep" }],
  ["/nested-objects", { reason: "Its JSON is nested more than 100 deep" }],
  ["/values", { reason: "Its JSON has more than 200000 values" }],
  ["/attributes", { reason: "It has more than 10000 attributes" }],
  ["/nested-elements", { reason: "Its elements are nested more than 100 deep" }],
  ["/entities", { exists: true, found: { items: 1 } }],
  ["/html", { exists: true, found: { items: 1 } }],
  ["/tags", { exists: true, found: { items: 1 } }],
  ["/page", { reason: "This is a web page, not a feed" }],
])("a feed of %s is parsed in a thread", async (path, expected) => {
  const { body, tasks } = await requestInThreads(`http://${host}${path}`);
  expect(body).toMatchObject({ site: "feeds", ...expected });
  expect(tasks).toContain("parseResponse");
});

test.each(forumsByResponse)("a forum of %s is parsed in a thread", async (_name, reply, expected) => {
  postsJson = reply;
  const { body, tasks } = await requestInThreads(host);
  expect(body).toMatchObject(expected);
  expect(tasks).toContain("parseResponse");
});

test("a robots.txt of many rules is parsed and matched in a thread", async () => {
  robots = `User-agent: *\n${"Allow: *x\n".repeat(40_000)}Disallow: /posts.json\n`;
  postsJson = () => JSON.stringify({ latest_posts: [] });
  const { body, tasks } = await requestInThreads(host.replace("127.0.0.1", "localhost"));
  expect(body).toMatchObject({ exists: false, reason: "Blocked by its robots.txt" });
  expect(tasks).toContain("parseResponse");
});

test("does not block the event loop while an expensive feed is parsed", async () => {
  let isParsing = false;
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += isParsing ? 1 : 0;
    if (!isOver) setImmediate(count);
  };
  count();
  const { run } = ThreadPool.prototype;
  vi.spyOn(threads(), "run").mockImplementation(async (...task: Parameters<typeof run>) => {
    isParsing = true;
    const output = await run.apply(threads(), task);
    isParsing = false;
    return output as never;
  });
  // More than one feed: on a busy machine, a thread can finish before this thread's next turn.
  for (const path of ["/html", "/tags", "/entities"])
    expect(await send(`http://${host}${path}`)).toMatchObject({ exists: true });
  isOver = true;
  // Parsing on this thread would leave no turn. Otherwise the number depends on the load.
  expect(turns).toBeGreaterThan(0);
});
