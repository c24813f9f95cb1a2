import { isUrl } from "./url";

interface Entry {
  host: string;
  port: string;
}

const httpsPort = "443";

/**
 * Whether a push service's endpoint may be spoken to: https, no credentials in it, its host on the list. Entries are
 * separated by commas: 'host' on https's own port, 'host:port' on that one instead, '*.host' for every name below it.
 */
export function isPushEndpoint(endpoint: string, list: string): boolean {
  const url = isUrl(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  const host = url.hostname.replace(/\.$/, "");
  return entriesOf(list).some((entry) => fits(entry, host, url.port || httpsPort));
}

function entriesOf(list: string): Entry[] {
  return list
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [, host = entry, port] = /^(.+):(\d+)$/.exec(entry) ?? [];
      return { host, port: port ?? httpsPort };
    });
}

function fits(entry: Entry, host: string, port: string): boolean {
  if (entry.port !== port) return false;
  if (!entry.host.startsWith("*.")) return host === entry.host;
  const parent = entry.host.slice(1);
  return host.endsWith(parent) && host.length > parent.length;
}
