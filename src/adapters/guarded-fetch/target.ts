import ipaddr from "ipaddr.js";
import { isPublicAddress } from "../public-address";
import { GuardError } from "./guard-error";
import { isThisMachine, type LocalAddresses } from "./local-addresses";
import type { Resolve } from "./resolve";
import { isUrl } from "@/domain/text/url";

/** The cloud metadata service, which returns the machine's credentials. Never allowed, even if listed. */
const metadata = "169.254.169.254";
/** Names of hosts in private networks. Single-word names are private too. */
const localNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

export interface GuardRules {
  /** True if http is allowed; it doesn't authenticate the server. */
  allowsHttp: boolean;
  local: LocalAddresses;
  /** Our own addresses, which users must not reach through us. */
  own: readonly OwnAddress[];
  resolveOutside: Resolve;
  resolveInside: Resolve;
}

/** An address of ours. Host null means this machine. */
export interface OwnAddress {
  host: string | null;
  port: string;
}

export interface Target {
  url: URL;
  host: string;
  addresses: readonly string[];
}

/** Parses a user-supplied URL and checks everything that needs no DNS lookup. Throws GuardError. */
export function parsedAddress(address: string): URL {
  if (!isUrl(address)) throw refused("not a valid URL");
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused("only https URLs are allowed");
  if (url.username !== "" || url.password !== "") throw refused("URLs with credentials aren't allowed");
  // A trailing dot marks a fully qualified name of the same host.
  url.hostname = url.hostname.replace(/\.$/, "");
  url.hash = "";
  if (url.hostname === "") throw refused("not a valid URL");
  return url;
}

/** Checks a URL and all IP addresses of its host. Throws GuardError. */
export async function checkedTarget(url: URL, rules: GuardRules, signal: AbortSignal): Promise<Target> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const { local } = rules;
  const isNamed = local.names(host, port);
  const isLiteral = ipaddr.isValid(host);
  const isLocalName = !isLiteral && (!host.includes(".") || localNames.test(host));
  const fault = outsideFault(url, isLocalName, rules);
  if (fault !== null && !isNamed && !local.hasNetworks()) throw refused(fault);
  const resolve = isNamed || isLocalName ? rules.resolveInside : rules.resolveOutside;
  const addresses = isLiteral ? [host] : await resolve(host, signal);
  if (addresses.length === 0 || !addresses.every((one) => ipaddr.isValid(one)))
    throw new GuardError("unknown", "no such host");
  const isInside = isNamed || addresses.every((one) => local.holds(one));
  if (!isInside && fault !== null) throw refused(fault);
  if (!isInside && !addresses.every(isPublicAddress))
    throw refused("private network addresses aren't allowed");
  if (addresses.some((one) => ipaddr.process(one).toString() === metadata))
    throw refused("private network addresses aren't allowed");
  if (await isOwn({ host, port, addresses }, rules, signal))
    throw refused("Earshot's own address isn't allowed");
  return { url, host, addresses };
}

function outsideFault(url: URL, isLocalName: boolean, { allowsHttp }: GuardRules): string | null {
  if (url.protocol === "http:" && !allowsHttp) return "only https URLs are allowed";
  if (url.port !== "") return "URLs with a port aren't allowed";
  return isLocalName ? "private network names aren't allowed" : null;
}

async function isOwn(
  requested: { host: string; port: string; addresses: readonly string[] },
  { own, resolveInside }: GuardRules,
  signal: AbortSignal,
): Promise<boolean> {
  const onPort = own.filter(({ port }) => port === requested.port);
  if (onPort.some(({ host }) => host === requested.host)) return true;
  const inside = requested.addresses.filter((address) => !isPublicAddress(address));
  if (inside.length === 0) return false;
  const isHere = inside.some(isThisMachine);
  for (const { host } of onPort) {
    if (host === null && isHere) return true;
    if (host === null) continue;
    // An unresolvable host has no IP address to match.
    const theirs = ipaddr.isValid(host) ? [host] : await resolveInside(host, signal).catch(() => []);
    if (theirs.some((one) => inside.includes(one) || (isHere && isThisMachine(one)))) return true;
  }
  return false;
}

function refused(why: string): GuardError {
  return new GuardError("address", why);
}
