// Checks the request line and the Host header before Next does: Next responds to malformed ones with a bare 400 or 500.
import { badRequest, methodNotAllowed, methods, notFound } from "./refusals.mjs";

const refused = (refusal) => ({ path: null, host: null, refusal });

/** A host name or IP address, with an optional port. Commas would list several hosts. */
const hostPattern = /^(?:[\w.~!$&'()*+;=%-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Proxies send absolute URLs, which servers must accept. The path of the URL is requested, and its host takes
 * precedence.
 */
function splitTarget(target) {
  const [origin = "", authority] = /^https?:\/\/([^/?#\\]+)/i.exec(target) ?? [];
  if (origin === "") return { path: target.startsWith("/") ? target : null };
  const rest = target.slice(origin.length);
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return { path: rest.startsWith("/") ? rest : `/${rest}`, host };
}

/** Merges repeated slashes, for which Next would send its own redirect. */
const withSingleSlashes = (path) => path.replace(/^[^?]*/, (before) => before.replace(/[/\\]{2,}/g, "/"));

/** All values of the Host header. Node's `headers` has only the first. */
const getHosts = (rawHeaders) =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1].toLowerCase() === "host");

/** Multiple Host headers are a request smuggling risk: proxies and servers can choose different ones. */
function isHostMissingOrWrong({ rawHeaders, httpVersion }) {
  const hosts = getHosts(rawHeaders);
  if (hosts.length === 0) return httpVersion !== "1.0";
  return hosts.length > 1 || !hostPattern.test(hosts[0]);
}

/**
 * Returns { path, host } to pass on to Next, or { refusal }. `host` is only set if the target names one: it replaces
 * the Host header.
 */
export function readRequestLine({ method, url, rawHeaders, httpVersion }) {
  // HTTP/0.9 has neither headers nor statuses.
  if (httpVersion === "0.9") return refused(badRequest("This version of HTTP is not supported"));
  if (!methods.includes(method)) return refused(methodNotAllowed);
  if (isHostMissingOrWrong({ rawHeaders, httpVersion }))
    return refused(badRequest("The request must have one Host header that names one host"));
  const { path, host = null } = splitTarget(url);
  // `OPTIONS *` refers to the server as a whole.
  if (path === null || (host !== null && !hostPattern.test(host)))
    return refused(badRequest("The request line must name a path, or a whole address"));
  try {
    decodeURIComponent(path.split("?", 1)[0]);
  } catch {
    // Invalid percent-encoding can't match any page.
    return refused(notFound);
  }
  return { path: withSingleSlashes(path), host, refusal: null };
}
