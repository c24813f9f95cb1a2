import { expect, test } from "vitest";
import { clientAddressHeader, forwardedHeaders } from "../../scripts/forwarded.mjs";

const address = (headers: Record<string, string>, peer: string, hops: number) =>
  (forwardedHeaders(headers, peer, { hops, protocol: "http" }) as Record<string, string>)[
    clientAddressHeader
  ];

test.each([
  ["no proxy: the peer, whatever the client says", "203.0.113.9, 198.51.100.1", "192.0.2.7", 0, "192.0.2.7"],
  ["one proxy: what it appended", "203.0.113.9, 198.51.100.1", "10.0.0.1", 1, "198.51.100.1"],
  ["two proxies: the one before", "6.6.6.6, 203.0.113.9, 198.51.100.1", "10.0.0.1", 2, "203.0.113.9"],
  ["fewer entries than proxies: the first", "198.51.100.1", "10.0.0.1", 2, "198.51.100.1"],
  ["a proxy that appends ports to IPv4", "6.6.6.6:1, 203.0.113.7:51234", "10.0.0.1", 1, "203.0.113.7"],
  ["a proxy that appends ports to IPv6", "[2001:db8::1]:443", "10.0.0.1", 1, "2001:db8::1"],
  ["IPv6 in brackets without a port", "[2001:db8::1]", "10.0.0.1", 1, "2001:db8::1"],
  ["an IPv4 address on an IPv6 socket with a port", "[::ffff:192.0.2.7]:80", "10.0.0.1", 1, "192.0.2.7"],
  ["IPv6 without a port", "2001:db8::1:443", "10.0.0.1", 1, "2001:db8::1:443"],
  ["a proxy that wrote nothing: the peer", "", "10.0.0.1", 1, "10.0.0.1"],
  ["an IPv4 peer on an IPv6 socket", "", "::ffff:192.0.2.7", 0, "192.0.2.7"],
  ["an IPv6 peer", "", "2001:db8::7", 0, "2001:db8::7"],
])("%s", (_case, list, peer, hops, expected) => {
  expect(address(list ? { "x-forwarded-for": list } : {}, peer, hops)).toBe(expected);
});

test("drops all headers that claim a client identity", () => {
  const claimed = {
    [clientAddressHeader]: "6.6.6.6",
    forwarded: "for=6.6.6.6",
    "x-forwarded-for": "6.6.6.6",
    "x-forwarded-host": "elsewhere.example",
    "x-forwarded-port": "1",
    "x-forwarded-proto": "https",
    "x-middleware-subrequest": "middleware",
    "x-real-ip": "6.6.6.6",
    "x-vercel-forwarded-for": "6.6.6.6",
    accept: "text/html",
    host: "earshot.example",
  };
  expect(forwardedHeaders(claimed, "192.0.2.7", { hops: 0, protocol: "http" })).toEqual({
    [clientAddressHeader]: "192.0.2.7",
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-proto": "http",
    accept: "text/html",
    host: "earshot.example",
  });
});
