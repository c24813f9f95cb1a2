import { withoutEndSlashes } from "@/domain/reading/story-link";

export interface Instance {
  name: string;
  base: string;
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/** A host, a URL, or name=URL, otherwise null. Hosts on this machine have no certificate. */
export function getInstance(entry: string): Instance | null {
  const [, named, address] = /^(?:([^=/]+)=)?(.+)$/.exec(entry.trim()) ?? [];
  if (address === undefined) return null;
  const scheme = loopback.test(address.split("/", 1)[0]!) ? "http" : "https";
  const whole = /^https?:\/\//i.test(address) ? address : `${scheme}://${address}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  const base = `${url.origin}${withoutEndSlashes(url.pathname)}`;
  return { name: (named ?? url.host).toLowerCase(), base };
}
