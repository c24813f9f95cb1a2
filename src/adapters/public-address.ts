import ipaddr from "ipaddr.js";

/** Public-looking addresses of cloud hosts: Azure's platform service. */
const hostServices = new Set(["168.63.129.16"]);
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");
/** The NAT64 prefix, followed by an IPv4 address. */
const translated = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** Checks IPv4 addresses embedded in IPv6 as IPv4. Returns false for invalid addresses. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.range() === "unicast" && !hostServices.has(parsed.toString());
  const six = parsed as ipaddr.IPv6;
  if (six.zoneId) return false;
  if (six.match(translated)) return isPublicAddress(six.toByteArray().slice(-4).join("."));
  return six.range() === "unicast" && six.match(globalUnicast);
}
