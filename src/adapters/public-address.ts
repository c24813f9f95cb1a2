import ipaddr from "ipaddr.js";

/** Addresses that look public and are the host's own: what a machine in that cloud is told by its host. */
const hostServices = new Set(["168.63.129.16"]);
/** All that is handed out as public; the rest of IPv6 is kept for networks, tests and translations. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** What a translator of networks without IPv4 puts before the address that it stands for. */
const translated = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an address (in IP notation) is one of the internet, and not of this machine, of a network, or of nobody. An IPv4
 * address within an IPv6 address is checked as what it is; what is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.range() === "unicast" && !hostServices.has(parsed.toString());
  const six = parsed as ipaddr.IPv6;
  if (six.zoneId) return false;
  if (six.match(translated)) return isPublicAddress(six.toByteArray().slice(-4).join("."));
  return six.range() === "unicast" && six.match(globalUnicast);
}
