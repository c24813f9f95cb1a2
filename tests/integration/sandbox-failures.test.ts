import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { basic, redditClient } from "../support/reddit-client";

let reddit: Awaited<ReturnType<typeof redditClient>>;

beforeEach(async () => {
  reddit = await redditClient();
});

const read = () => reddit.request("/r/webdev/new");
const tokenFor = (form: Record<string, string>, authorization = basic) =>
  reddit.send("/reddit/api/v1/access_token", {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { authorization },
  });

describe("tokens", () => {
  it("expire by the sandbox clock", async () => {
    await reddit.control("POST", "/reddit", { expiresInSeconds: 3600 });
    await reddit.renewToken();
    reddit.world.advance(3_599_000);
    expect((await read()).status).toBe(200);
    reddit.world.advance(1_000);
    const response = await read();
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("expire immediately on demand, optionally with an HTML error", async () => {
    await reddit.control("POST", "/reddit", { expireTokens: true, tokenRefusal: "html" });
    const response = await read();
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("text/html");
    await reddit.renewToken();
    expect((await read()).status).toBe(200);
  });

  it("a wrong secret returns 401, a wrong grant an error with status 200", async () => {
    const wrong = await tokenFor({ grant_type: "client_credentials" }, `Basic ${btoa("sandbox-client:no")}`);
    expect([wrong.status, await wrong.json()]).toEqual([401, { message: "Unauthorized", error: 401 }]);
    for (const grant of ["refresh_token", "password"]) {
      const response = await tokenFor({ grant_type: grant });
      expect(response.status).toBe(200);
      expect(Object.keys(await response.json())).toEqual(["error"]);
    }
  });
});

describe("rate limit", () => {
  it("counts in ten-minute windows and returns remaining as a float", async () => {
    reddit.world.advance(90_000);
    await read();
    const { headers } = await read();
    const result = ["used", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
    expect(result).toEqual(["2", "998.0", "510"]);
    reddit.world.advance(510_000);
    expect((await read()).headers.get("x-ratelimit-used")).toBe("1");
  });

  it.each([
    ["json", "application/json; charset=UTF-8", null],
    ["html", "text/html; charset=UTF-8", "4"],
  ])("rejects in %s without counters", async (rateRefusal, type, retryAfter) => {
    await reddit.control("POST", "/reddit", { ratePerWindow: 2, rateRefusal });
    const statuses = [(await read()).status, (await read()).status];
    const over = await read();
    expect([...statuses, over.status]).toEqual([200, 200, 429]);
    expect(over.headers.get("content-type")).toBe(type);
    expect(over.headers.get("retry-after")).toBe(retryAfter);
    expect(over.headers.has("x-ratelimit-used")).toBe(false);
  });

  it("omits the headers on demand", async () => {
    await reddit.control("POST", "/reddit", { rateHeaders: false });
    expect((await read()).headers.has("x-ratelimit-remaining")).toBe(false);
  });
});

describe("failure rules", () => {
  it.each([
    [{ mode: "html", status: 200 }, 200, "text/html; charset=UTF-8", null],
    [{ mode: "html", status: 503 }, 503, "text/html; charset=UTF-8", null],
    [{ mode: "json", status: 500 }, 500, "application/json; charset=UTF-8", null],
    [{ mode: "blocked" }, 403, "text/html; charset=UTF-8", null],
    [{ mode: "too-many" }, 429, "application/json; charset=UTF-8", null],
    [{ mode: "too-many", page: true, retryAfter: 3 }, 429, "text/html; charset=UTF-8", "3"],
  ])("simulates %o", async (rule, status, type, retryAfter) => {
    await reddit.control("POST", "/failures", { ...rule, count: 1 });
    const response = await read();
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("retry-after")).toBe(retryAfter);
    expect((await read()).headers.get("content-type")).toContain("json");
  });

  it("truncates a response in the middle of its JSON", async () => {
    reddit.world.post({ subreddit: "webdev", title: "Whole" });
    await reddit.control("POST", "/failures", { mode: "truncated", count: 1 });
    const text = await (await read()).text();
    expect(text).toContain('"kind":"Listing"');
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it("applies only to matching requests, after skips, for the given count and time", async () => {
    const rule = { mode: "json", subreddit: "WebDev", kind: "post", skip: 1, count: 2, seconds: 60 };
    await reddit.control("POST", "/failures", rule);
    const request = async (path: string) => (await reddit.request(path)).status;
    expect(await request("/r/startups/new")).toBe(200);
    expect(await request("/r/webdev/comments")).toBe(200);
    const hits = [
      await request("/r/startups+webdev/new"),
      await request("/r/webdev/new"),
      await request("/r/webdev/new"),
    ];
    expect(hits).toEqual([200, 500, 500]);
    expect(await request("/r/webdev/new")).toBe(200);
    await reddit.control("POST", "/failures", { mode: "json", seconds: 60 });
    expect(await request("/r/webdev/new")).toBe(500);
    reddit.world.advance(60_000);
    expect(await request("/r/webdev/new")).toBe(200);
  });

  it("fails a share of requests, the same ones for the same seed", async () => {
    const run = async () => {
      const other = await redditClient({ seed: 3 });
      other.sandbox.failures.set({ mode: "json", share: 0.05 });
      const hits: number[] = [];
      for (let index = 0; index < 400; index += 1) {
        if ((await other.request("/r/webdev/new")).status === 500) hits.push(index);
      }
      return hits;
    };
    const hits = await run();
    expect(hits.length).toBeGreaterThan(5);
    expect(hits.length).toBeLessThan(45);
    expect(await run()).toEqual(hits);
  });
});

describe("over a socket", () => {
  let started: StartedSandbox;
  beforeAll(async () => {
    started = await startSandbox({ stream: false, historyHours: 0 });
  });
  afterAll(() => started.close());

  const request = (signal?: AbortSignal) =>
    fetch(`${started.url}/reddit/r/webdev/new`, { headers: { authorization: "bearer none" }, signal });

  it.each(["cut", "lost"] as const)("%s closes the connection without a response", async (mode) => {
    started.failures.set({ mode, count: 1 });
    // Includes requests without a valid token, since network failures happen earlier.
    const sent = fetch(`${started.url}/reddit/api/v1/access_token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "client_credentials" }),
      headers: { authorization: basic },
    });
    await expect(sent).rejects.toThrow(TypeError);
    expect((await request()).status).toBe(401);
  });

  it("silence accepts a request and never responds", async () => {
    started.failures.set({ mode: "silence", waitSeconds: 600, count: 1 });
    const before = started.failures.hits;
    const patience = new AbortController();
    const requested = request(patience.signal);
    await expect.poll(() => started.failures.hits).toBe(before + 1);
    expect(await Promise.race([requested, sleep(300, "nothing")])).toBe("nothing");
    patience.abort();
    await expect(requested).rejects.toMatchObject({ name: "AbortError" });
    expect((await request()).status).toBe(401);
  });

  it("serves its pages", async () => {
    for (const path of ["/", "/mailbox", "/reddit/write"]) {
      const response = await fetch(started.url + path);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(await response.text()).toContain("<main");
    }
  });
});
