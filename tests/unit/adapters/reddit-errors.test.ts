import { afterEach, describe, expect, it, vi } from "vitest";
import { SiteError } from "@/domain/reading/site-error";
import { getListing, postRow, siteAt, startSite, TOKEN, type StubResponse, type Seen } from "./fixtures/site";

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

async function site(responses: {
  token?: (seen: Seen, nth: number) => StubResponse;
  api: (seen: Seen, nth: number) => StubResponse;
}) {
  const started = await startSite(responses);
  open.push(started);
  return started;
}

async function getError(work: Promise<unknown>): Promise<SiteError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SiteError)) throw new Error("no SiteError", { cause: error });
  return error;
}

const query = { places: ["a"], kind: "post" } as const;
const html = "text/html; charset=UTF-8";
const now = Date.parse("2026-11-21T12:00:00Z");

describe("error responses", () => {
  it.each<[string, StubResponse, Partial<SiteError>]>([
    [
      "429 in HTML",
      { status: 429, type: html, headers: { "retry-after": "4" } },
      { kind: "rate-limited", retryAfterMs: 4000 },
    ],
    [
      "429 with a date",
      { status: 429, headers: { "retry-after": "Sat, 21 Nov 2026 12:00:30 GMT" } },
      { kind: "rate-limited", retryAfterMs: 30_000 },
    ],
    [
      "429 with a past date",
      { status: 429, headers: { "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" } },
      { kind: "rate-limited", retryAfterMs: 0 },
    ],
    ["429 without a time", { status: 429, type: null }, { kind: "rate-limited", retryAfterMs: null }],
    [
      "429 with an invalid time",
      { status: 429, headers: { "retry-after": "soon" } },
      { kind: "rate-limited", retryAfterMs: null },
    ],
    [
      "the edge's 403",
      { status: 403, type: html, body: "<html>blocked by network security" },
      { kind: "blocked" },
    ],
    ["an empty 403", { status: 403, type: null }, { kind: "blocked" }],
    [
      "403 in JSON",
      { status: 403, body: '{"message":"Forbidden","error":403}' },
      { kind: "forbidden", reason: undefined },
    ],
    [
      "403 with a reason",
      { status: 403, body: '{"reason":"private","error":403}' },
      { kind: "forbidden", reason: "private" },
    ],
    [
      "403 for a missing scope",
      {
        status: 403,
        body: "{}",
        headers: { "www-authenticate": 'Bearer realm="reddit", error="insufficient_scope"' },
      },
      { kind: "unauthorized", reason: "insufficient_scope" },
    ],
    [
      "302 to the search",
      { status: 302, type: html, headers: { location: "https://x/subreddits/search?q=a" } },
      { kind: "missing" },
    ],
    [
      "302 to somewhere else",
      { status: 302, type: html, headers: { location: "https://x/login" } },
      { kind: "malformed" },
    ],
    ["301", { status: 301, headers: { location: "/r/t:bird/" } }, { kind: "malformed" }],
    [
      "404",
      { status: 404, body: '{"message":"Not Found","error":404}' },
      { kind: "missing", reason: undefined },
    ],
    [
      "404 for a banned subreddit",
      { status: 404, body: '{"reason":"banned","error":404}' },
      { kind: "missing", reason: "banned" },
    ],
    ["414", { status: 414, type: "text/plain", body: "Error: URI Too Long" }, { kind: "malformed" }],
    ["451", { status: 451, body: "{}" }, { kind: "forbidden", reason: "legal" }],
    ["500", { status: 500, body: '{"error":500}' }, { kind: "unavailable" }],
    ["503 in HTML", { status: 503, type: html, body: "<html>Ow!" }, { kind: "unavailable" }],
    ["522, empty", { status: 522, type: null }, { kind: "unavailable" }],
    ["200 in HTML", { type: html, body: getListing([postRow()]) }, { kind: "malformed" }],
    ["200, truncated", { body: getListing([postRow()]).slice(0, 200) }, { kind: "malformed" }],
    ["200, empty", { body: "" }, { kind: "malformed" }],
    [
      "200 with an error inside",
      { body: '{"message":"Too Many Requests","error":429}' },
      { kind: "malformed" },
    ],
    ["200 without rows", { body: '{"kind":"Listing","data":{"after":null}}' }, { kind: "malformed" }],
    [
      "a broken connection",
      { body: getListing([postRow()]), cut: true },
      { kind: "unavailable", reason: "network" },
    ],
    ["more than 20 MB", { body: " ".repeat(21 * 1024 * 1024) }, { kind: "malformed", reason: "too-large" }],
  ])("%s", async (_name, response, expected) => {
    const { url } = await site({ api: () => response });
    const error = await getError(siteAt(url, { now: () => now }).fetchNewest(query));
    expect(error).toMatchObject({ requested: true, ...expected });
  });

  it("includes the status and rate in the error", async () => {
    const { url } = await site({
      api: () => ({ status: 500, headers: { "x-ratelimit-remaining": "12.0" } }),
    });
    const error = await getError(siteAt(url).fetchNewest(query));
    expect(error).toMatchObject({ status: 500, rate: { used: null, remaining: 12, resetSeconds: null } });
  });

  it("times out without a response", async () => {
    // Aborts after the request was received, however long the token took.
    const patience = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
    const { url } = await site({ api: () => (patience.abort(), { silent: true }) });
    const error = await getError(siteAt(url).fetchNewest(query)).finally(() => timeout.mockRestore());
    expect(error).toMatchObject({ kind: "unavailable", reason: "timeout", requested: true });
  });

  it("reports a refused connection", async () => {
    const started = await startSite({ api: () => ({}) });
    await started.close();
    const error = await getError(siteAt(started.url).fetchNewest(query));
    expect(error).toMatchObject({ kind: "unavailable", reason: "network", requested: false });
  });
});

describe("aborting", () => {
  it("before the request doesn't send it", async () => {
    const { url, requests } = await site({ api: () => ({ body: getListing([]) }) });
    const error = await getError(siteAt(url).fetchNewest({ ...query, signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ kind: "unavailable", reason: "aborted", requested: false });
    expect(requests).toHaveLength(0);
  });

  it("during the request counts it as sent", async () => {
    const giveUp = new AbortController();
    const { url } = await site({
      api: () => {
        giveUp.abort();
        return { silent: true };
      },
    });
    const error = await getError(siteAt(url).fetchNewest({ ...query, signal: giveUp.signal }));
    expect(error).toMatchObject({ kind: "unavailable", reason: "aborted", requested: true });
  });

  it("doesn't cancel the token request for other callers", async () => {
    const giveUp = new AbortController();
    const { url, tokens } = await site({
      token: () => {
        giveUp.abort();
        return TOKEN;
      },
      api: () => ({ body: getListing([]) }),
    });
    const reddit = siteAt(url);
    const [first, second] = await Promise.allSettled([
      reddit.fetchNewest({ ...query, signal: giveUp.signal }),
      reddit.fetchNewest(query),
    ]);
    expect([first.status, second.status]).toEqual(["rejected", "fulfilled"]);
    expect(tokens).toHaveLength(1);
  });
});
