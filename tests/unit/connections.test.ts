import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { connectionTimeouts, createLimitedServer, possibleConnections } from "../../scripts/connections.mjs";
import { refusalWriter } from "../../scripts/refusals.mjs";
import { drip, rawClient, getStatus, type RawClient } from "../support/raw-client";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const quick = {
  headersMs: 300,
  requestMs: 1_500,
  importMs: 3_000,
  stalledMs: 800,
  keepAliveMs: 400,
  checkMs: 20,
};
const get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const closing = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const upgrade = (line: string, more = "") =>
  `${line} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`;
const posted = (path: string, length = 1_000_000) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

let server: Server | undefined;
const clients: RawClient[] = [];
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = undefined;
});

const reply: Handle = (_request, response) => void response.end("fine");

type OnUpgrade = (request: IncomingMessage, socket: Socket) => boolean;

async function serve(
  handle: Handle = reply,
  {
    maxConnections = 100,
    timeouts = quick,
    onUpgrade,
  }: { maxConnections?: number; timeouts?: typeof quick; onUpgrade?: OnUpgrade } = {},
) {
  const writer = refusalWriter({});
  server = createLimitedServer({ maxConnections, writer, timeouts, onUpgrade }, handle) as Server;
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (text?: string) => {
    const client = rawClient(port, text);
    clients.push(client);
    return client;
  };
}

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    server!.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Waits for `count` request timeouts in a row. */
async function outliveRequests(open: (text?: string) => RawClient, count: number) {
  for (let n = 0; n < count; n += 1) await open(posted("/")).ended;
}

test("the timeouts are the documented ones", () => {
  expect(connectionTimeouts).toMatchObject({ headersMs: 15_000, requestMs: 60_000, importMs: 120_000 });
});

describe("upgrade requests", () => {
  test.each([
    ["a WebSocket", upgrade("GET /")],
    ["a known path", upgrade("GET /dashboard")],
    ["Next's own path for development", upgrade("GET /_next/hmr?id=x")],
    ["another method with a body", upgrade("POST /", "Content-Length: 3\r\n") + "abc"],
    ["HTTP/2", "GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, upgrade\r\nUpgrade: h2c\r\n\r\n"],
    ["bytes of another protocol directly after it", `${upgrade("GET /")}${"x".repeat(100_000)}`],
  ])("%s gets 426 and the connection is closed", async (_name, text) => {
    const open = await serve();
    const received = await open(text).ended;
    expect(getStatus(received)).toBe(426);
    expect(received).toContain("upgrade: HTTP/1.1");
    expect(received).toContain('"code":"UPGRADE_REQUIRED"');
  });

  test("are left to onUpgrade if it handles them", async () => {
    const onUpgrade: OnUpgrade = ({ url }, socket) => {
      if (url === "/hmr") socket.end("handled");
      return url === "/hmr";
    };
    const open = await serve(reply, { onUpgrade });
    expect(await open(upgrade("GET /hmr")).ended).toBe("handled");
    expect(getStatus(await open(upgrade("GET /hmrx")).ended)).toBe(426);
  });

  test("300 clients that disconnect immediately leave no open connection", async () => {
    const open = await serve(reply, { maxConnections: 1_000 });
    const left = Array.from({ length: 300 }, () => open(upgrade("GET /dashboard")));
    await Promise.all(left.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
    for (const { socket } of left) socket.destroy();
    expect(getStatus(await open(closing).ended)).toBe(200);
    await expect.poll(countConnections).toBe(0);
  });

  test("close the connection without a response if another one is unfinished", async () => {
    const open = await serve((_request, response) => void response.write("begun"));
    const client = open(get);
    await client.until(/begun/);
    client.socket.write(upgrade("GET /"));
    expect(await client.ended).not.toContain("426");
  });
});

describe("requests that don't arrive", () => {
  test("time out in order: incomplete headers, incomplete bodies, imports", async () => {
    // The handler never responds, so only the timeouts end the requests.
    const open = await serve(() => {});
    const ended: string[] = [];
    const dripped = async (name: string, text: string) => {
      const client = open(text);
      await drip(client, 30);
      ended.push(name);
      return getStatus(client.received());
    };
    const statuses = await Promise.all([
      dripped("import", posted("/api/keywords/import?commit=1")),
      dripped("body", posted("/api/keywords")),
      dripped("headers", "GET / HTTP/1.1\r\nHost: a\r\nX: "),
    ]);
    expect(ended).toEqual(["headers", "body", "import"]);
    expect(statuses).toEqual([408, 408, 408]);
  });

  test.each([
    ["a connection without bytes", ""],
    ["half a request line", "GET /"],
    ["unfinished headers", "GET / HTTP/1.1\r\nHost: a\r\n"],
    ["an unfinished body", `${posted("/")}x`],
    ["unfinished chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"],
    ["100-continue without a body", posted("/").replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n")],
    ["an unfinished second request", `${get}GET / HTTP/1.1\r\nHost`],
  ])("%s is ended", async (_name, text) => {
    const open = await serve();
    await open(text).ended;
    await expect.poll(countConnections).toBe(0);
  });

  test("an import gets more time than other requests", async () => {
    const timeouts = { ...quick, importMs: 100_000 };
    const imported: Handle = (request, response) =>
      void request.resume().once("end", () => response.end("imported"));
    const open = await serve(imported, { timeouts });
    const importing = open(posted("/api/keywords/import", 3));
    await open(posted("/api/keywords", 3)).ended;
    importing.socket.write("abc");
    expect(getStatus(await importing.until(/imported/))).toBe(200);
  });
});

describe("responses", () => {
  test("can take longer than every timeout, silent or streamed", async () => {
    let release: (() => void)[] = [];
    const open = await serve((request, response) => {
      if (request.method === "POST") return;
      if (request.url === "/stream") response.write("begun ");
      release.push(() => response.end("ended"));
    });
    const both = [open(closing.replace("/ ", "/stream ")), open(closing)];
    await outliveRequests(open, 2);
    for (const end of release) end();
    release = [];
    for (const client of both) expect(await client.ended).toMatch(/ended/);
  });

  test("end if the client stops reading, and only then", async () => {
    const closed: string[] = [];
    const open = await serve((request, response) => {
      const chunk = Buffer.alloc(64 * 1024, "x");
      const timer = setInterval(() => response.write(chunk), 20);
      response.once("close", () => {
        clearInterval(timer);
        closed.push(request.url!);
      });
      if (request.url === "/silent") while (response.write(chunk));
    });
    const reading = open(get.replace("/ ", "/read "));
    const silent = open(get.replace("/ ", "/silent "));
    silent.socket.pause();
    await expect.poll(() => closed).toEqual(["/silent"]);
    reading.socket.destroy();
    await expect.poll(() => closed).toEqual(["/silent", "/read"]);
  });

  test("an unused connection is closed", async () => {
    const open = await serve();
    const client = open(get);
    expect(getStatus(await client.ended)).toBe(200);
  });

  test("are not mixed with an error response if the client sends garbage", async () => {
    const open = await serve((_request, response) => void response.write("begun"));
    const client = open(get);
    await client.until(/begun/);
    client.socket.write("nonsense\r\n\r\n");
    expect(await client.ended).not.toContain("400");
  });
});

test("only 8 of 200 pipelined requests start a handler", async () => {
  const started: ServerResponse[] = [];
  const open = await serve((_request, response) => void started.push(response));
  const client = open(get.repeat(200));
  await expect.poll(() => started.length).toBe(8);
  for (const response of started) response.end("fine");
  const received = await client.ended;
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 503]);
  expect(started.length).toBe(8);
});

describe("at the maximum of connections", () => {
  test("another request gets 503 with Retry-After if all have a request in progress", async () => {
    const stored: ServerResponse[] = [];
    const open = await serve((_request, response) => void stored.push(response), { maxConnections: 5 });
    const busy = Array.from({ length: 5 }, () => open(closing));
    await expect.poll(() => stored.length).toBe(5);
    const refused = await open(get).ended;
    expect(getStatus(refused)).toBe(503);
    expect(refused).toMatch(/retry-after: \d+/);
    expect(refused).toContain('"code":"TOO_MANY_CONNECTIONS"');
    stored[0]!.end("fine");
    await busy[0]!.ended;
    open(closing);
    await expect.poll(() => stored.length).toBe(6);
  });

  test.each([
    ["unused connections", get, /fine/],
    ["connections with half a request", "GET / HTTP/1.1\r\nHost: a\r\n", null],
    ["silent connections", "", null],
  ])("the oldest of %s is closed for a new connection", async (_name, text, responded) => {
    const patient = { ...quick, headersMs: 100_000, requestMs: 100_000, keepAliveMs: 100_000 };
    const open = await serve(reply, { maxConnections: 5, timeouts: patient });
    const first = Array.from({ length: 5 }, () => open(text));
    await expect.poll(countConnections).toBe(5);
    if (responded) await Promise.all(first.map((client) => client.until(responded)));
    expect(getStatus(await open(closing).ended)).toBe(200);
    await Promise.race(first.map((client) => client.ended));
  });

  test("many more are closed without a response", async () => {
    const stored: ServerResponse[] = [];
    const open = await serve((_request, response) => void stored.push(response), { maxConnections: 5 });
    for (let n = 0; n < 5; n += 1) open(get);
    await expect.poll(() => stored.length).toBe(5);
    const more = Array.from({ length: 200 }, () => open());
    await Promise.race(more.map((client) => client.ended));
    expect(await countConnections()).toBeLessThanOrEqual(105);
  });
});

test.each([
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc", 400],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400],
  ["a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400],
  ["a bare CR in a header", "GET / HTTP/1.1\r\nHost: a\rHost: b\r\n\r\n", 400],
  ["a length and chunks", `${posted("/").trim()}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["two lengths", `${posted("/").trim()}\r\nContent-Length: 1\r\n\r\nx`, 400],
  ["huge headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 405],
])("%s is refused with our headers, and the connection is closed", async (_name, text, status) => {
  const open = await serve();
  const received = await open(text).ended;
  expect(getStatus(received)).toBe(status);
  expect(received).toContain("X-Content-Type-Options: nosniff");
  expect(received).toContain("cache-control: no-store");
});

test.each([
  [10_000, Infinity, 10_000],
  [10_000, 1_048_576, 10_000],
  [10_000, 1_200, 450],
  [400, 1_200, 400],
  [10_000, 200, 10],
])("of %i connections with %s open files, %i are possible", (wanted, openFiles, expected) => {
  expect(possibleConnections(wanted, openFiles)).toBe(expected);
});
