import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { cachedPage } from "../../scripts/cached-pages.mjs";

type Parameter = Parameters<typeof cachedPage>;

/** A minimal response that collects its body. */
class Sent extends EventEmitter {
  sent = "";
  constructor(
    readonly nonce: string,
    readonly statusCode = 200,
  ) {
    super();
  }
  getHeader(name: string) {
    if (name === "content-security-policy") return `script-src 'self' 'nonce-${this.nonce}'`;
    return name === "content-type" ? "text/html; charset=utf-8" : undefined;
  }
  write(chunk: Uint8Array) {
    this.sent += Buffer.from(chunk).toString();
    return true;
  }
  end(chunk?: Uint8Array) {
    this.sent += Buffer.from(chunk ?? []).toString();
    this.emit("finish");
  }
}

function send(url: string, { headers = {}, method = "GET", status = 200 } = {}) {
  const request = {
    url,
    method,
    headers: { "accept-encoding": "gzip", ...headers } as Record<string, string>,
  };
  const response = new Sent(`nonce-of-${url}`, status);
  const page = cachedPage(request as unknown as Parameter[0], response as unknown as Parameter[1]);
  response.write(Buffer.from("<script nonce="));
  response.end(Buffer.from(`"${response.nonce}">`));
  return { page, request, sent: response.sent };
}

test("caches the first response of a reference page with its nonce and content type", () => {
  const first = send("/developers/watches");
  expect(first.page).toBeUndefined();
  // The nonce can't be replaced in a compressed body.
  expect(first.request.headers).toEqual({});
  expect(first.sent).toBe('<script nonce="nonce-of-/developers/watches">');
  const second = send("/developers/watches?from=elsewhere");
  expect(second.page).toEqual({
    html: first.sent,
    nonce: "nonce-of-/developers/watches",
    headers: { "content-type": "text/html; charset=utf-8" },
  });
  expect(second.request.headers).toEqual({ "accept-encoding": "gzip" });
});

test.each([
  ["other screens", "/notifications", {}],
  ["missing pages", "/developers/nothing", { status: 404 }],
  ["client-side navigation", "/developers/keys", { headers: { rsc: "1" } }],
  ["other methods", "/developers/keys", { method: "POST" }],
  ["URLs with a query", "/developers/feeds?x=1", {}],
  ["deeper paths", "/developers/keys/more", {}],
])("does not cache %s", (_what, url, more) => {
  send(url, more);
  expect(send(url, more).page).toBeUndefined();
});

test.each(["next-auth.session-token-3000=x", "theme=dark; __Secure-next-auth.session-token=x"])(
  "neither caches nor uses a page for a session: %s",
  (cookie) => {
    const url = `/developers/${cookie.startsWith("theme") ? "sites" : "watch-stats"}`;
    expect(send(url, { headers: { cookie } }).page).toBeUndefined();
    expect(send(url).page).toBeUndefined();
    expect(send(url, { headers: { cookie: "theme=dark" } }).page).toBeDefined();
    expect(send(url, { headers: { cookie } }).page).toBeUndefined();
  },
);

test("does not use the cached page for client-side navigation", () => {
  send("/developers/places");
  expect(send("/developers/places").page).toBeDefined();
  expect(send("/developers/places", { headers: { rsc: "1" } }).page).toBeUndefined();
});
