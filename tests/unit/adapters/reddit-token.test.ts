import { afterEach, describe, expect, it } from "vitest";
import { getListing, siteAt, startSite, TOKEN, type StubResponse, type Seen } from "./fixtures/site";

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

const page: StubResponse = { body: getListing([]) };
const query = { places: ["a"], kind: "post" } as const;

/** Tokens named 1, 2, 3 … with this lifetime. */
const numbered = (lifetimeSeconds: number) => (_seen: Seen, nth: number) => ({
  body: JSON.stringify({
    access_token: String(nth),
    token_type: "bearer",
    expires_in: lifetimeSeconds,
    scope: "*",
  }),
});

async function site(responses: {
  token?: (seen: Seen, nth: number) => StubResponse;
  api: (seen: Seen, nth: number) => StubResponse;
}) {
  const started = await startSite(responses);
  open.push(started);
  return started;
}

describe("token", () => {
  it("is fetched once, application-only, and shared", async () => {
    const { url, tokens, requests } = await site({ api: () => page });
    const reddit = siteAt(url);
    await Promise.all([reddit.fetchNewest(query), reddit.fetchNewest(query)]);
    await reddit.fetchNewest(query);
    expect(tokens).toHaveLength(1);
    expect(tokens[0]).toMatchObject({
      method: "POST",
      path: "/auth/api/v1/access_token",
      body: "grant_type=client_credentials",
    });
    expect(tokens[0]!.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("an id:a secret").toString("base64")}`,
      "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
      "user-agent": "node:earshot:test (by /u/nobody)",
    });
    expect(requests.map((seen) => seen.headers.authorization)).toEqual(Array(3).fill("bearer first"));
  });

  it.each([
    ["two minutes before it expires", 3600, 3480],
    ["halfway if it is valid for less than four minutes", 100, 50],
  ])("is renewed %s", async (_name, lifetimeSeconds, replacedAfterSeconds) => {
    let now = 1_000_000;
    const { url, requests } = await site({ token: numbered(lifetimeSeconds), api: () => page });
    const reddit = siteAt(url, { now: () => now });
    await reddit.fetchNewest(query);
    now += replacedAfterSeconds * 1000 - 1;
    await reddit.fetchNewest(query);
    now += 1;
    await reddit.fetchNewest(query);
    expect(requests.map((seen) => seen.headers.authorization)).toEqual(["bearer 1", "bearer 1", "bearer 2"]);
  });

  it("is renewed once if it expires early for parallel requests", async () => {
    const expired: StubResponse = {
      status: 401,
      type: "text/html",
      body: "<html>",
      headers: { "www-authenticate": "Bearer" },
    };
    const { url, tokens } = await site({
      token: numbered(3600),
      api: (seen) => (seen.headers.authorization === "bearer 1" ? expired : page),
    });
    const reddit = siteAt(url);
    await Promise.all([1, 2, 3].map(() => reddit.fetchNewest(query)));
    expect(tokens).toHaveLength(2);
  });

  it("causes an error if it is rejected twice, and the next request fetches a new one", async () => {
    const { url, tokens, requests } = await site({
      token: numbered(3600),
      api: (_seen, nth) => (nth <= 2 ? { status: 401, body: '{"error": 401}' } : page),
    });
    const reddit = siteAt(url);
    await expect(reddit.fetchNewest(query)).rejects.toMatchObject({ kind: "unauthorized", requested: true });
    expect([tokens.length, requests.length]).toEqual([2, 2]);
    await reddit.fetchNewest(query);
    expect(requests[2]!.headers.authorization).toBe("bearer 3");
  });

  it.each<[string, StubResponse, object]>([
    [
      "200 with an error inside",
      { body: '{"error":"invalid_grant"}' },
      { kind: "unauthorized", reason: "invalid_grant" },
    ],
    [
      "200 with its description",
      { body: '{"error":"invalid_request","error_description":"bad"}' },
      { kind: "unauthorized", reason: "invalid_request" },
    ],
    [
      "wrong secret",
      { status: 401, body: '{"message":"Unauthorized","error":401}' },
      { kind: "unauthorized" },
    ],
    ["a bad request", { status: 400, body: '{"error": 400}' }, { kind: "unauthorized" }],
    ["a refusal", { status: 403, body: '{"error": 403}' }, { kind: "unauthorized" }],
    [
      "429 without Retry-After",
      { status: 429, body: '{"error": 429}' },
      { kind: "rate-limited", retryAfterMs: null },
    ],
    [
      "429 with it",
      { status: 429, headers: { "retry-after": "2" } },
      { kind: "rate-limited", retryAfterMs: 2000 },
    ],
    ["the edge's 403", { status: 403, type: "text/html", body: "<html>" }, { kind: "blocked" }],
    ["trouble", { status: 503, type: "text/html", body: "<html>" }, { kind: "unavailable" }],
    ["200 in HTML", { type: "text/html", body: "<html>" }, { kind: "malformed" }],
    [
      "a token that is already expired",
      { body: '{"access_token":"x","expires_in":0}' },
      { kind: "malformed" },
    ],
  ])("request fails: %s", async (_name, response, expected) => {
    const { url, requests } = await site({
      token: (_seen, nth) => (nth === 1 ? response : TOKEN),
      api: () => page,
    });
    const reddit = siteAt(url);
    await expect(reddit.fetchNewest(query)).rejects.toMatchObject({ ...expected, requested: false });
    expect(requests).toHaveLength(0);
    await expect(reddit.fetchNewest(query)).resolves.toMatchObject({ items: [] });
  });
});
