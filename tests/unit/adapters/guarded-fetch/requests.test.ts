import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { guardWith, listen, type Listener } from "./stage";
import type { GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import type { IncomingMessage, ServerResponse } from "node:http";

const host = "feeds.example";
const megabyte = 1024 * 1024;

describe("guarded fetch", () => {
  let listener: Listener;
  let result: (request: IncomingMessage, response: ServerResponse) => void;
  let send: GuardedFetch;
  let base: string;
  const query = (path = "/") => ({ address: `${base}${path}`, allowsHttp: true });
  beforeEach(async () => {
    listener = await listen((request, response) => result(request, response));
    base = `http://${host}:${listener.port}`;
    send = guardWith({}, { entries: [`${host}:${listener.port}`] });
  });
  afterEach(() => listener.close());

  test("connects to the IP address that was checked, without a second lookup", async () => {
    let requested = 0;
    // A second lookup would return a private address.
    const name = () => (++requested === 1 ? ["127.0.0.1"] : ["10.0.0.1"]);
    send = guardWith({ [host]: name }, { entries: [`${host}:${listener.port}`] });
    result = (request, response) => response.end(`${request.headers.host} ${request.headers["user-agent"]}`);
    const reply = await send(query("/a?b#c"));
    expect(reply.body.toString()).toBe(`${host}:${listener.port} Earshot (a test)`);
    expect(reply).toMatchObject({ status: 200, url: `${base}/a?b`, movedTo: null });
    expect([requested, listener.connections()]).toEqual([1, 1]);
  });

  test("checks a name again if it resolves differently after a redirect", async () => {
    let requested = 0;
    const name = () => (++requested === 1 ? ["127.0.0.1"] : ["127.0.0.1", "10.0.0.1"]);
    const entries = ["127.0.0.0/8"];
    send = guardWith({ [host]: name }, { entries });
    result = (_request, response) => response.writeHead(302, { location: "/again" }).end();
    await expect(send(query())).rejects.toMatchObject({ reason: "address" });
    expect([requested, listener.connections()]).toEqual([2, 1]);
  });

  test.each([
    [[301, 308], true],
    [[301, 302], false],
    [[307], false],
    [[303, 301], false],
    [[301, 301, 301, 301, 301], true],
  ])("follows redirects %j, permanent: %s", async (statuses, isForGood) => {
    result = (request, response) => {
      const at = Number(request.url!.slice(1));
      if (at === statuses.length) return response.end("here");
      response.writeHead(statuses[at]!, { location: `/${at + 1}` }).end();
    };
    const reply = await send(query("/0"));
    expect(reply.body.toString()).toBe("here");
    const end = `${base}/${statuses.length}`;
    const first = statuses[0] === 301 ? `${base}/1` : null;
    expect(reply).toMatchObject({ url: end, movedTo: isForGood ? end : first });
  });

  test.each(["/again", "http://[", "http://:::", "//"])("rejects a redirect to %s", async (location) => {
    result = (_request, response) => response.writeHead(301, { location }).end();
    await expect(send(query())).rejects.toMatchObject({ name: "GuardError" });
    expect(listener.connections()).toBeLessThanOrEqual(6);
  });

  test.each([
    ["gzip", gzipSync("words")],
    ["x-gzip", gzipSync("words")],
    ["br", brotliCompressSync("words")],
    ["identity", Buffer.from("words")],
  ])("decompresses %s", async (encoding, body) => {
    result = (_request, response) => response.writeHead(200, { "content-encoding": encoding }).end(body);
    expect((await send(query())).body.toString()).toBe("words");
  });

  const large = Buffer.alloc(6 * megabyte, "x");
  const empties = Buffer.concat(Array.from({ length: 300_000 }, () => gzipSync("")));
  test.each<[string, Buffer, string, string]>([
    ["a body of 6 MB", large, "identity", "too-large"],
    ["6 MB in some kilobytes", gzipSync(large), "gzip", "too-large"],
    ["the same by Brotli", brotliCompressSync(large, { params: { 1: 4 } }), "br", "too-large"],
    ["6 MB of nothing", empties, "gzip", "too-large"],
    ["data that isn't gzip", Buffer.from("words"), "gzip", "encoding"],
    ["an encoding that wasn't requested", gzipSync("words"), "gzip, gzip", "encoding"],
  ])("rejects %s", async (_name, body, encoding, reason) => {
    result = (_request, response) => response.writeHead(200, { "content-encoding": encoding }).end(body);
    await expect(send({ ...query(), maxBytes: 5 * megabyte })).rejects.toMatchObject({ reason });
  });

  test("times out for a slow lookup, a silent host and a slow body", async () => {
    const settings = { entries: [`${host}:${listener.port}`], timeoutMs: 300 };
    const slow = (ms: number) => guardWith({ [host]: () => sleep(ms, ["127.0.0.1"]) }, settings);
    result = (_request, response) => response.end("words");
    await expect(slow(9_500)(query())).rejects.toMatchObject({ reason: "timeout" });
    result = () => {};
    await expect(slow(250)(query())).rejects.toMatchObject({ reason: "timeout" });
    result = (_request, response) => {
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(drip));
    };
    await expect(slow(0)(query())).rejects.toMatchObject({ reason: "timeout" });
    result = (_request, response) =>
      void setTimeout(() => response.writeHead(302, { location: "/again" }).end(), 90);
    await expect(slow(0)(query())).rejects.toMatchObject({ reason: "timeout" });
  });

  test("sends one request at a time per host, others in parallel, and stops waiting on abort", async () => {
    let now = 0;
    let max = 0;
    result = (_request, response) => {
      max = Math.max(max, ++now);
      setTimeout(() => response.end(String(now--)), 30);
    };
    await Promise.all(Array.from({ length: 4 }, () => send(query())));
    expect(max).toBe(1);
    result = () => {};
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [first, second].map(({ signal }) =>
      send({ ...query(), signal }).catch((e: unknown) => e),
    );
    second.abort();
    expect(await waiting[1]).toMatchObject({ reason: "aborted" });
    first.abort();
    expect(await waiting[0]).toMatchObject({ reason: "aborted" });
  });

  test("waits between requests to the same host", async () => {
    const times: number[] = [];
    result = (_request, response) => {
      times.push(performance.now());
      response.end("words");
    };
    send = guardWith({}, { entries: [`${host}:${listener.port}`], spacingMs: 150 });
    const began = performance.now();
    await Promise.all([send(query()), send(query()), send(query())]);
    // From the beginning, because a busy process notices arrivals late. Timers round down.
    expect(times[1]! - began).toBeGreaterThan(148);
    expect(times[2]! - began).toBeGreaterThan(296);
  });

  test("reports connection errors without the IP address", async () => {
    result = (request) => request.socket.destroy();
    const broken = await send(query()).catch((error: unknown) => error);
    await listener.close();
    const closed = await send(query()).catch((error: unknown) => error);
    for (const error of [broken, closed]) {
      expect(error).toMatchObject({ reason: "network" });
      expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toContain(
        "127.0.0.1",
      );
    }
  });

  test("never requests our own addresses, even if they are listed", async () => {
    result = (_request, response) => response.end("secret");
    const port = String(listener.port);
    const named = {
      entries: ["127.0.0.0/8", "db.lan", "[::1]", "169.254.0.0/16"],
      own: [{ host: "db.lan", port }],
    };
    const machine = { ...named, own: [{ host: null, port }] };
    const inner = { "db.lan": () => ["127.0.0.1"], "alias.lan": () => ["127.0.0.1"] };
    for (const settings of [named, machine])
      for (const own of ["db.lan", "alias.lan", "127.0.0.1", "127.0.0.9", "[::1]"]) {
        const requested = guardWith(
          inner,
          settings,
        )({ address: `http://${own}:${port}/`, allowsHttp: false });
        await expect(requested, own).rejects.toMatchObject({ reason: "address" });
      }
    const metadata = guardWith({}, named)({ address: "http://169.254.169.254/", allowsHttp: true });
    await expect(metadata).rejects.toMatchObject({ reason: "address" });
    expect(listener.connections()).toBe(0);
  });
});

test("LOCAL_ADDRESSES accepts hosts, ports and networks", () => {
  const local = new LocalAddresses(["nas.lan", "127.0.0.1:8080", "[::1]:80", "192.168.1.0/24", "fd00::/8"]);
  expect([local.names("nas.lan", "5"), local.names("127.0.0.1", "8080"), local.names("::1", "80")]).toEqual([
    true,
    true,
    true,
  ]);
  expect([local.names("127.0.0.1", "80"), local.names("x.nas.lan", "80")]).toEqual([false, false]);
  expect(["192.168.1.7", "::ffff:192.168.1.7", "fd12::1"].map((one) => local.holds(one))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["192.168.2.7", "fe80::1"].map((one) => local.holds(one))).toEqual([false, false]);
});
