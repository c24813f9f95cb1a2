import { isUrl } from "@/domain/text/url";

interface Entry {
  host: string;
  port: string;
}

const httpsPort = "443";

/** True for https, no credentials and a listed host: 'host', 'host:port' or '*.host', comma-separated. */
export function isPushEndpoint(endpoint: string, list: string): boolean {
  const url = isUrl(endpoint) ? new URL(endpoint) : null;
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  const host = url.hostname.replace(/\.$/, "");
  return getEntries(list).some((entry) => fits(entry, host, url.port || httpsPort));
}

function getEntries(list: string): Entry[] {
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
