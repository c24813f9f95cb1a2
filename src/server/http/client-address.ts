import { isIPv6 } from "node:net";
import { isOnVercel } from "@/env";

// Set by scripts/forwarded.mjs, which drops the header from client requests.
const ownHeader = "x-earshot-client-address";
const vercelHeader = "x-vercel-forwarded-for";

/** The IPv4 address, or the /64 network of the IPv6 address. */
export function clientAddress(request: Request): string {
  const input = request.headers.get(isOnVercel() ? vercelHeader : ownHeader) ?? "";
  const address = input.split(",", 1)[0]!.trim().split("%", 1)[0]!.toLowerCase();
  return isIPv6(address) ? networkOf(address) : address || "unknown";
}

/** Returns the first four groups of an IPv6 address, or the IPv4 address that it maps. */
function networkOf(address: string): string {
  const wrapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (wrapped?.[1] !== undefined) return wrapped[1];
  // An IPv4 suffix takes the place of two groups.
  const [head = "", tail] = address.replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}$/, "0:0").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
