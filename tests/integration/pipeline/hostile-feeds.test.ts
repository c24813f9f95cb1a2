import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createGzip, gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { getCoverage } from "@/server/coverage/coverage";
import { getHealth } from "@/server/operation/health";
import { getPlace } from "@/sites/feeds/address";
import { startLists } from "../../support/lists";

const item = (title: string) => `<item><title>${title}</title><guid>${title}</guid></item>`;
const rss = (items: string) => `<rss version="2.0"><channel><title>x</title>${items}</channel></rss>`;
const megabyte = Buffer.from(item("filler").repeat(28_000)).subarray(0, 1_000_000);

type Serve = (response: ServerResponse, request: IncomingMessage) => void;
const withStatus =
  (status: number, headers: Record<string, string> = {}): Serve =>
  (response) =>
    void response.writeHead(status, headers).end("<p>no</p>");
const leading = (location: string) => withStatus(302, { location });
const flowing =
  (megabytes: number): Serve =>
  (response) => {
    let left = megabytes;
    const source = new Readable({ read: () => void source.push(left-- > 0 ? megabyte : null) });
    source.pipe(response);
    response.on("close", () => source.destroy());
  };
const inEnd: Serve = (response) => {
  const zeros = Buffer.alloc(1_000_000);
  const source = new Readable({ read: () => void source.push(zeros) });
  source.pipe(createGzip()).pipe(response.writeHead(200, { "content-encoding": "gzip" }));
  response.on("close", () => source.destroy());
};
const dripping: Serve = (response) => {
  const drip = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(drip));
};

/** Response of each URL, and the reason shown to the user. */
const hostile: Readonly<Record<string, [Serve, string]>> = {
  large: [flowing(50), "The feed is larger than 5 MB"],
  endless: [flowing(Infinity), "The feed is larger than 5 MB"],
  "packed-small": [inEnd, "The feed is larger than 5 MB"],
  "packed-twice": [
    (response) =>
      void response
        .writeHead(200, { "content-encoding": "gzip, gzip" })
        .end(gzipSync(gzipSync(Buffer.alloc(9_000_000)))),
    "Couldn't decompress the response",
  ],
  "packed-badly": [
    (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("not packed"),
    "Couldn't decompress the response",
  ],
  silent: [() => undefined, "Timed out"],
  dripping: [dripping, "Timed out"],
  circle: [leading("/circle"), "Too many redirects"],
  "circle-of-two": [leading("/circle-back"), "Too many redirects"],
  "circle-back": [leading("/circle-of-two"), "Too many redirects"],
  inside: [leading("http://127.0.0.1:1/feed"), "This URL isn't allowed"],
  cloud: [leading("http://169.254.169.254/latest/meta-data/"), "This URL isn't allowed"],
  file: [leading("file:///etc/passwd"), "This URL isn't allowed"],
  nowhere: [leading("http://[/"), "Too many redirects"],
  headers: [(response) => void response.writeHead(200, { x: "y".repeat(40_000) }).end(), "Connection failed"],
  cut: [
    (response) => {
      response.writeHead(200, { "content-length": "9999" }).write("<rss>");
      setTimeout(() => response.destroy(), 20);
    },
    "Connection failed",
  ],
  "no-http": [(_response, { socket }) => void socket.end("HELLO\r\n\r\n"), "Connection failed"],
  page: [(response) => void response.end("<!doctype html><p>words"), "This is a web page, not a feed"],
  nothing: [(response) => void response.end(), "There's nothing at this URL"],
  refused: [withStatus(401), "Returned status 401"],
  busy: [withStatus(429, { "retry-after": "999999999" }), "Returned status 429"],
  broken: [withStatus(500), "Returned status 500"],
  gone: [withStatus(410), "The feed no longer exists"],
};

const server = createServer((request, response) => {
  response.on("error", () => undefined);
  const name = request.url!.slice(1);
  const found = hostile[name];
  if (found === undefined) response.end(rss(item("Hello") + (isNews ? item(`tidewater of ${name}`) : "")));
  else found[0](response, request);
});
let isNews = false;
let base = "";
/** A host that asks us to wait isn't requested for its other feeds. */
const addressOf = (name: string) =>
  `${name === "busy" ? base.replace("127.0.0.1", "localhost") : base}/${name}`;
let lists: Awaited<ReturnType<typeof startLists>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  lists = await startLists({ local: [base, addressOf("busy")].map((address) => new URL(address).host) });
});
afterEach(() => lists.close());
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** Returns the peak memory use while `work` runs, minus the use before (bytes). */
async function measureRetainedHeap(work: () => Promise<unknown>): Promise<number> {
  const stored = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
  const before = stored();
  let max = before;
  const looking = setInterval(() => (max = Math.max(max, stored())), 10);
  await work();
  clearInterval(looking);
  return max - before;
}

test("shows the reason for each hostile URL and still reads the other feeds", async () => {
  const user = await createUser();
  const bad = Object.keys(hostile).map((name) => getPlace(addressOf(name))!);
  const good = ["aa-first", "zz-last"].map((name) => getPlace(addressOf(name))!);
  await createWatch(user, {
    keyword: "tidewater",
    places: placesOn("feeds", [...bad, ...good, lists.placeNamed("tidings")]),
    activeSince: lists.clock(),
  });
  await lists.pollOnce();
  lists.advance(16 * 60_000);
  isNews = true;
  lists.world.write("tidings", { title: "tidewater of another host" });
  lists.advance(60_000);

  let polled: Awaited<ReturnType<typeof lists.pollOnce>> | undefined;
  const retainedBytes = await measureRetainedHeap(async () => (polled = await lists.pollOnce()));
  expect(polled).toMatchObject({ notifications: 3, gaps: 0, faults: [] });
  expect(retainedBytes).toBeLessThan(150 * 1024 * 1024);

  const { places, status } = await getCoverage(user, lists.clock());
  const result = new Map(places.map(({ name, reason }) => [name, reason]));
  const expected = Object.entries(hostile).map(([name, [, reason]]) => [getPlace(addressOf(name)), reason]);
  expect(bad.map((name) => [name, result.get(name)])).toEqual(expected);
  for (const name of good) expect(result.get(name)).toBeUndefined();
  expect((await getHealth()).checks.feeds).toEqual({ ok: true });
  expect(status).toBe((await getHealth()).checks.poll!.ok ? "ok" : "degraded");
  const { rows } = await pool().query(`SELECT "pausedUntil" FROM "Budget" WHERE "clientId" = 'feeds'`);
  expect(rows.map((row) => row.pausedUntil)).toEqual([null]);
});
