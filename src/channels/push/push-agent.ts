import { lookup, type LookupOptions } from "node:dns";
import { Agent, type AgentOptions } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "@/adapters/public-address";

class PrivateAddress extends Error {
  readonly code = "ERR_PRIVATE_ADDRESS";
}

/**
 * Resolves a host name when connecting and rejects private addresses, even if an earlier check passed.
 * 'localhost' only gets here if the operator allows it; the same applies to IP addresses, which are not
 * resolved.
 */
const lookupOutside: LookupFunction = (hostname, options, callback) => {
  const all: LookupOptions & { all: true } = { ...options, all: true };
  lookup(hostname, all, (error, addresses) => {
    if (error !== null) return callback(error, "", 0);
    const isInside = hostname !== "localhost" && !addresses.every(({ address }) => isPublicAddress(address));
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

/** Agent for connections to push services. */
export const agent = new Agent(options);
