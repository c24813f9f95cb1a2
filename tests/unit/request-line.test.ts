import { describe, expect, test } from "vitest";
import { readRequestLine } from "../../scripts/request-line.mjs";

const request = (
  method: string,
  url: string,
  rawHeaders = ["Host", "earshot.example"],
  httpVersion = "1.1",
) => readRequestLine({ method, url, rawHeaders, httpVersion });
const read = (method: string, url: string) => {
  const { path, refusal } = request(method, url);
  return refusal === null ? path : refusal.status;
};

test.each<[string, string, string | number]>([
  ["GET", "/api/keywords?limit=1", "/api/keywords?limit=1"],
  ["GET", "//api//keywords?next=//x", "/api/keywords?next=//x"],
  ["GET", "/\\evil.example/", "/evil.example/"],
  // Absolute URLs are reduced to their path.
  ["GET", "http://earshot.example/login?a=b", "/login?a=b"],
  ["GET", "HTTPS://EARSHOT.example:8443/login", "/login"],
  ["GET", "http://earshot.example", "/"],
  ["GET", "http://earshot.example?a=b", "/?a=b"],
  ["GET", "http://user:word@earshot.example/login", "/login"],
  ["GET", "http://earshot.example//evil.example/x", "/evil.example/x"],
  ["GET", "http://earshot.example/%E0%A4%A", 404],
  // Targets without a path.
  ["OPTIONS", "*", 400],
  ["GET", "*", 400],
  ["GET", "", 400],
  ["GET", "earshot.example:443", 400],
  ["GET", "http://", 400],
  ["GET", "http:///login", 400],
  ["GET", "ftp://earshot.example/login", 400],
  ["GET", "http://a,b/login", 400],
  ["GET", "http://user@/login", 400],
  ["GET", "login", 400],
  ["GET", "?a=b", 400],
  ["GET", "/api/%E0%A4%A", 404],
  ["PROPFIND", "/api/keywords", 405],
  ["PROPFIND", "*", 405],
])("%s %s results in %s", (method, url, expected) => {
  expect(read(method, url)).toBe(expected);
});

describe("the Host header", () => {
  const statusWith = (rawHeaders: string[], httpVersion?: string) =>
    request("GET", "/", rawHeaders, httpVersion).refusal?.status ?? 200;

  test.each<[string, string[], number]>([
    ["one", ["Host", "earshot.example"], 200],
    ["with a port", ["accept", "host", "hOST", "earshot.example:3000", "x", "Host"], 200],
    ["a container's name", ["Host", "earshot_app:3000"], 200],
    ["an IPv4 address", ["Host", "127.0.0.1:3000"], 200],
    ["an IPv6 address", ["Host", "[2001:db8::1]:3000"], 200],
    ["none", ["accept", "*/*"], 400],
    ["two", ["Host", "earshot.example", "Host", "evil.example"], 400],
    ["the same header twice", ["Host", "earshot.example", "accept", "*/*", "host", "earshot.example"], 400],
    ["a header and an empty one", ["Host", "earshot.example", "HOST", ""], 400],
    ["two values in one header", ["Host", "earshot.example, evil.example"], 400],
    ["two values in one header without a space", ["Host", "earshot.example,evil.example"], 400],
    ["empty", ["Host", ""], 400],
    ["a URL", ["Host", "http://earshot.example"], 400],
    ["with a path", ["Host", "earshot.example/login"], 400],
    ["with a user", ["Host", "user@earshot.example"], 400],
    ["with an invalid port", ["Host", "earshot.example:http"], 400],
    ["with a space", ["Host", "earshot.example evil.example"], 400],
    ["an open bracket", ["Host", "[::1"], 400],
    ["only a port", ["Host", ":3000"], 400],
    ["letters outside ASCII", ["Host", "ear\u00dfhot.example"], 400],
  ])("%s", (_name, rawHeaders, status) => {
    expect(statusWith(rawHeaders)).toBe(status);
  });

  test("is optional in HTTP/1.0, but limited to one; HTTP/0.9 is refused", () => {
    expect(statusWith([], "1.0")).toBe(200);
    expect(statusWith(["Host", "a", "Host", "b"], "1.0")).toBe(400);
    expect(statusWith([], "0.9")).toBe(400);
  });

  test("is overridden by the host of an absolute URL", () => {
    const { path, host } = request("GET", "http://user:word@other.example:81/login", [
      "Host",
      "earshot.example",
    ]);
    expect({ path, host }).toEqual({ path: "/login", host: "other.example:81" });
    expect(request("GET", "/login").host).toBeNull();
    // The header is still required.
    expect(request("GET", "http://other.example/", []).refusal?.status).toBe(400);
  });
});
