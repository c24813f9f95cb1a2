import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createGuardedPost, type GuardedPost } from "@/adapters/guarded-fetch/guarded-post";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { listen, type Listener } from "./stage";

const host = "hooks.example";

let listener: Listener;
let result: (request: IncomingMessage, response: ServerResponse) => void;
beforeEach(async () => {
  listener = await listen((request, response) => result(request, response));
});
afterEach(() => listener.close());

/** Posts to the listener by a name that resolves to `names()`. */
function poster(names: () => string[] = () => ["127.0.0.1"], entries?: string[]): GuardedPost {
  const resolve = async () => names();
  return createGuardedPost({
    userAgent: "Earshot (a test)",
    local: new LocalAddresses(entries ?? [`${host}:${listener.port}`]),
    own: [],
    resolveInside: resolve,
    resolveOutside: resolve,
  });
}
const requestTo = (address: string) => ({ address, headers: { "x-a": "b" }, body: "{}", timeoutMs: 60_000 });
const query = () => requestTo(`http://${host}:${listener.port}/in`);

test("posts once, to the IP address that was checked", async () => {
  let requested = 0;
  // A second lookup would return a private address.
  const names = () => (++requested === 1 ? ["127.0.0.1"] : ["10.0.0.1"]);
  result = (request, response) => {
    const { method, headers } = request;
    response.writeHead(202, { "retry-after": "7" });
    response.end([method, headers.host, headers["x-a"], headers["user-agent"]].join(" "));
  };
  const reply = await poster(names)(query());
  expect(reply).toMatchObject({
    status: 202,
    text: `POST ${host}:${listener.port} b Earshot (a test)`,
  });
  expect(reply.headers.get("retry-after")).toBe("7");
  expect([requested, listener.connections()]).toEqual([1, 1]);
});

test("doesn't connect if the name resolves to a private address later", async () => {
  const led = [["127.0.0.1"], ["127.0.0.1", "10.0.0.1"], ["169.254.169.254"]];
  const post = poster(() => led.shift()!, ["127.0.0.0/8"]);
  result = (_request, response) => response.end();
  expect((await post(query())).status).toBe(200);
  for (let again = 0; again < 2; again++)
    await expect(post(query())).rejects.toMatchObject({ reason: "address" });
  expect(listener.connections()).toBe(1);
});

test.each([301, 302, 303, 307, 308])("returns a redirect (%i) without following it", async (status) => {
  result = (_request, response) => response.writeHead(status, { location: "/elsewhere" }).end();
  expect((await poster()(query())).status).toBe(status);
  expect(listener.connections()).toBe(1);
});

test.each(["127.0.0.2", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254"])(
  "rejects %s unless it is listed",
  async (inside) => {
    const posted = poster()(requestTo(`https://${inside}/in`));
    await expect(posted).rejects.toMatchObject({ reason: "address" });
  },
);

test("rejects http unless LOCAL_ADDRESSES lists the host", async () => {
  const posted = poster()(requestTo(`http://elsewhere.example:${listener.port}/in`));
  await expect(posted).rejects.toMatchObject({ name: "GuardError" });
  expect(listener.connections()).toBe(0);
});

test("reads 64 kB of an endless response and closes the connection", async () => {
  const closed = new Promise<void>((resolve) => {
    result = (_request, response) => {
      response.on("close", resolve);
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
  });
  const { status, text } = await poster()(query());
  expect([status, text.length]).toEqual([200, 65_536]);
  await closed;
});

test("returns the partial body of a stalled response with its status", async () => {
  result = (_request, response) => void response.writeHead(200).write("begun");
  expect(await poster()(query())).toMatchObject({ status: 200, text: "begun" });
});

test("times out or aborts if there is no response", async () => {
  result = () => {};
  const late = poster()({ ...query(), timeoutMs: 50 });
  await expect(late).rejects.toMatchObject({ reason: "timeout" });
  const caller = new AbortController();
  result = () => caller.abort();
  const left = poster()({ ...query(), signal: caller.signal });
  await expect(left).rejects.toMatchObject({ reason: "aborted" });
});

test("doesn't request or decompress compressed responses", async () => {
  const seen: unknown[] = [];
  result = (request, response) => {
    seen.push(request.headers["accept-encoding"]);
    response.writeHead(200, { "content-encoding": "gzip" }).end("packed");
  };
  expect((await poster()(query())).text).toBe("packed");
  expect(seen).toEqual(["identity"]);
});
