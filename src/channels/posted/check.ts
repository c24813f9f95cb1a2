import type { Given } from "@/domain/delivery/channel";
import type { AddressedChannel } from "@/domain/delivery/channel-names";
import { env } from "@/env";
import { isUrl } from "@/domain/text/url";

export function pasted(text: string): URL | null {
  const address = text.trim();
  if (address.length > 2_000 || !isUrl(address)) return null;
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return null;
  url.hash = "";
  return url;
}

/** Accepts any HTTP(S) URL. Its IP address is checked before sending. */
export const checkAny: Given["check"] = (text) => {
  const url = pasted(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return { fault: "Enter a URL that starts with https://" };
  return { address: url.href };
};

interface Vendor {
  name: AddressedChannel;
  hosts: RegExp;
  path: RegExp;
  fault: string;
}

/** Accepts a vendor's URLs by host and path. For hosts configured by the operator, any path is accepted. */
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
