import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export class LocalAddresses {
  readonly #hosts = new Set<string>();
  readonly #networks: Network[] = [];

  /** Entries of LOCAL_ADDRESSES, such as 'nas.lan', '127.0.0.1:8080' and '192.168.1.0/24'. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      if (entry.includes("/")) this.#networks.push(ipaddr.parseCIDR(entry));
      else this.#hosts.add(entry.toLowerCase().replace(/[[\]]/g, ""));
    }
  }

  /** True if the host is listed, with this port or without one. */
  names(host: string, port: string): boolean {
    return this.#hosts.has(host) || this.#hosts.has(`${host}:${port}`);
  }

  hasNetworks(): boolean {
    return this.#networks.length > 0;
  }

  holds(address: string): boolean {
    const parsed = ipaddr.process(address);
    return this.#networks.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net, bits));
  }
}

export function isThisMachine(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback" || parsed.range() === "unspecified") return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => ipaddr.process(one.address).toString() === parsed.toString());
}
