import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import { Agent, type AgentOptions } from "node:https";
import { BlockList, type LookupFunction } from "node:net";

/** What lies inside of a network and is no push service on the internet. */
const privateAddresses = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  privateAddresses.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  privateAddresses.addSubnet(net, prefix, "ipv6");

/** Whether an address belongs to this machine or to a network that is not the internet. */
export function isPrivateAddress({ address, family }: LookupAddress): boolean {
  // An IPv4 address in IPv6's clothes is checked as what it is.
  return privateAddresses.check(address, family === 6 ? "ipv6" : "ipv4");
}

class PrivateAddress extends Error {
  readonly code = "ERR_PRIVATE_ADDRESS";
}

/**
 * Resolves a name for a connection and refuses one that leads inside, whatever it led to when it was checked before.
 * 'localhost' and written addresses (which are not resolved) only get here where the operator has listed them.
 */
const lookupOutside: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, addresses) => {
    if (error !== null) return callback(error, "", 0);
    const isInside = hostname !== "localhost" && addresses.some(isPrivateAddress);
    if (isInside) return callback(new PrivateAddress("resolves to a private address"), "", 0);
    if (options.all) return callback(null, addresses);
    const [first] = addresses;
    return callback(null, first?.address ?? "", first?.family ?? 0);
  });
};

const options: AgentOptions & { lookup: LookupFunction } = {
  lookup: lookupOutside,
  keepAlive: true,
  maxSockets: 40,
  timeout: 20_000,
};

/** The connections to push services. */
export const agent = new Agent(options);
