import type { Given } from "@/domain/channel";
import { env } from "@/env";
import { isUrl } from "@/domain/url";

/** What somebody pasted as an address; null: it is none. */
export function pasted(text: string): URL | null {
  const address = text.trim();
  if (address.length > 2_000 || !isUrl(address)) return null;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url;
}

/** Any https address; what it leads to is looked at before it is asked. */
export const checkAny: Given["check"] = (text) => {
  const url = pasted(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { fault: "Enter a URL that starts with https://" };
  return { address: url.href };
};

interface Vendor {
  name: "slack" | "discord" | "teams";
  hosts: RegExp;
  path: RegExp;
  /** Said of an address of somebody else's. */
  fault: string;
}

/** A vendor's addresses, by their host and path; at the hosts that the operator names whatever the path. */
export function vendorsGiven({ name, hosts, path, fault }: Vendor): Given {
  const isVendors = (host: string) => hosts.test(host);
  return {
    isVendors,
    check: (text) => {
      const url = pasted(text);
      if (url === null) return { fault };
      if (env().VENDOR_HOSTS?.[name]?.includes(url.host) === true) return { address: url.href };
      const isTheirs = url.protocol === "https:" && isVendors(url.host) && path.test(url.pathname);
      return isTheirs ? { address: url.href } : { fault };
    },
  };
}
