import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Hosts, hosts with a port, and networks that may be asked although they are private. */
export class LocalAddresses {
  readonly #hosts = new Set<string>();
  readonly #networks: Network[] = [];

  /** Entries as LOCAL_ADDRESSES has them, such as 'nas.lan', '127.0.0.1:8080' and '192.168.1.0/24'. */
  constructor(entries: readonly string[]) {
    for (const entry of entries) {
      if (entry.includes("/")) this.#networks.push(ipaddr.parseCIDR(entry));
      else this.#hosts.add(entry.toLowerCase().replace(/[[\]]/g, ""));
    }
  }

  /** Whether a host is named: on this port, or on every one. */
  names(host: string, port: string): boolean {
    return this.#hosts.has(host) || this.#hosts.has(`${host}:${port}`);
  }

  hasNetworks(): boolean {
    return this.#networks.length > 0;
  }

  /** Whether an address lies in one of the networks. */
  holds(address: string): boolean {
    const parsed = ipaddr.process(address);
    return this.#networks.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net, bits));
  }
}

/** Whether an address leads to this machine itself. */
export function isThisMachine(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback" || parsed.range() === "unspecified") return true;
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => ipaddr.process(one.address).toString() === parsed.toString());
}
