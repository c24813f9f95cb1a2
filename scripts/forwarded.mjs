// Determines the client address of a request. Trusts only as many X-Forwarded-For entries as there are
// trusted proxies, and removes forwarding headers that clients set.

/** The header with the client address. src/ reads no other forwarding header. */
export const clientAddressHeader = "x-earshot-client-address";

const dropped = new Set([
  clientAddressHeader,
  "forwarded",
  "true-client-ip",
  "cf-connecting-ip",
  "x-client-ip",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-middleware-subrequest",
  "x-real-ip",
  "x-vercel-forwarded-for",
]);

/**
 * Returns the headers for the app. `hops` is the number of trusted proxies; each appends the address of its
 * client to X-Forwarded-For. `protocol` is the scheme of APP_URL.
 */
export function forwardedHeaders(headers, peer, { hops, protocol }) {
  const forwarded = Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)));
  const listed = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
  const trusted = hops > 0 ? listed.slice(-hops) : [];
  const address = withoutPort(trusted[0] ?? peer);
  return {
    ...forwarded,
    [clientAddressHeader]: address.replace(/^::ffff:(?=\d+\.)/, ""),
    "x-forwarded-for": address,
    "x-forwarded-proto": protocol,
  };
}

/** Some proxies add the port of the connection: 192.0.2.7:51234, [2001:db8::7]:443. */
function withoutPort(address) {
  return address.replace(/^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/, "$1$2");
}

/**
 * Warns once if requests come through a proxy while TRUSTED_PROXY_HOPS is 0, and makes /api/health report it. Only an
 * https APP_URL needs a proxy: this server speaks plain HTTP.
 */
export function noticeUntrustedProxy(headers, { hops, protocol }) {
  if (hops > 0 || protocol !== "https" || headers["x-forwarded-for"] === undefined) return;
  if (globalThis.earshotSawUntrustedProxy) return;
  globalThis.earshotSawUntrustedProxy = true;
  console.warn(
    "A request arrived with X-Forwarded-For, but TRUSTED_PROXY_HOPS is 0: rate limits count all clients of the proxy as one. Set it to the number of your proxies.",
  );
}
