import { lookup, type LookupOptions } from "node:dns";
import { Agent, type AgentOptions } from "node:https";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "@/adapters/public-address";

class PrivateAddress extends Error {
  readonly code = "ERR_PRIVATE_ADDRESS";
}

/** Rejects private addresses on connecting. 'localhost' and IPs only get here if the operator allows it. */
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

export const agent = new Agent(options);
