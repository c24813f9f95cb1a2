import ipaddr from "ipaddr.js";
import * as z from "zod";
import { canonicalEmail } from "@/domain/text/email-address";

/** Types of setting values. Their errors describe valid values and never show the value. */

export const url = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ""));
/** Comma-separated stream URLs, without duplicates. */
export const streamUrls = z
  .string()
  .transform((value) => [...new Set(value.split(",").map((one) => one.trim().replace(/(?<!\/)\/+$/, "")))])
  .refine(
    (urls) => urls.every((one) => /^wss?:\/\//.test(one) && URL.canParse(one)),
    "must be a comma-separated list of ws:// or wss:// URLs",
  );
/** Comma-separated hosts, URLs or name=URL pairs, without duplicates. */
export const instances = z
  .string()
  .transform((value) => [...new Set(value.split(",").map((one) => one.trim()))].filter((one) => one !== ""))
  .refine(
    (entries) =>
      entries.every((one) => /^(?:[\w.:-]+=)?(?:https?:\/\/)?[\w.:[\]-]+(?:\/[\w./-]*)?$/.test(one)),
    "must be a comma-separated list of hosts, for example social.example,tags.example",
  );
export const text = z.string();
export const botToken = z.string().regex(/^\d+:[\w-]+$/, "must be a bot token, such as 123456:ABC-def");
export const secret = z.string().min(16, "must be at least 16 characters");
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);
export const onOff = (fallback: "on" | "off") => z.enum(["on", "off"], "must be on or off").default(fallback);
export const startsWith = (start: RegExp, prefix: string) =>
  z.string().regex(start, `must start with ${prefix}`).optional();
export const logLevels = z.enum(["error", "warn", "info", "debug"], "must be error, warn, info or debug");
export const base64url = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`),
      `must be ${bytes} bytes in base64url, as printed by npx web-push generate-vapid-keys`,
    );
/** Comma-separated 32-byte keys. */
export const encryptionKeys = z
  .string()
  .transform((value) => value.split(",").map((key) => key.trim()))
  .refine(
    (keys) => keys.every((key) => /^[A-Za-z0-9_-]{43}$/.test(key)),
    "must be one or more comma-separated 32-byte base64url values",
  );
/** Seed of an Ed25519 key. */
export const receiptKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes in base64url, as printed by npm run secrets");
/** `count/seconds`, such as 10/900. */
export const rateLimit = (count: number, windowSeconds: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,5}$/, "must have the form count/seconds, for example 10/900")
    .transform((value) => {
      const [max, seconds] = value.split("/");
      return { count: Number(max), windowSeconds: Number(seconds) };
    })
    .default({ count, windowSeconds });
/** `smtp(s)://user:password@host:port`. Port and credentials are optional. */
export const smtpUrl = z
  .string()
  .refine(
    isSmtpUrl,
    "must be a URL like smtps://user:password@host:465, with special characters percent-encoded",
  );
/** Comma-separated hosts, host:port pairs and networks, in lower case and without brackets. */
export const localAddresses = z
  .string()
  .transform((value) => value.split(",").map((entry) => localAddress(entry.trim())))
  .refine(
    (entries) => entries.every((entry) => entry !== null),
    "must be a comma-separated list of hosts, host:port pairs or CIDR ranges, for example nas.lan,127.0.0.1:8080,192.168.1.0/24",
  );
export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be a URL like postgresql://user:password@host:5432/name");

function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(value);
  const isServer = /^smtps?:$/.test(protocol) && hostname !== "" && /^\/?$/.test(pathname + search + hash);
  return isServer && (username === "") === (password === "") && [username, password].every(isEncoded);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function localAddress(entry: string): string | null {
  if (entry.includes("/"))
    return ipaddr.IPv4.isValidCIDRFourPartDecimal(entry) || ipaddr.IPv6.isValidCIDR(entry) ? entry : null;
  const isBare = ipaddr.IPv6.isValid(entry);
  const [, host = "", port] = (!isBare && /^([^\s:@?#*\\]+|\[[^\s\]]+\])(?::(\d{1,5}))?$/.exec(entry)) || [];
  const address = `http://${isBare ? `[${entry}]` : host}/`;
  if (!URL.canParse(address) || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    return null;
  const name = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return port === undefined ? name : `${name}:${Number(port)}`;
}
/** Additional hosts that are compatible with a vendor's API: 'slack=chat.example,teams=127.0.0.1:8080'. */
export const vendorHosts = z
  .string()
  .transform((value) => value.split(",").map((entry) => entry.trim().toLowerCase().split("=")))
  .refine(
    (entries) =>
      entries.every(
        (entry) => entry.length === 2 && /^(slack|discord|teams)$/.test(entry[0]!) && entry[1] !== "",
      ),
    "must be a comma-separated list of vendor=host pairs (slack, discord or teams), for example slack=chat.example",
  )
  .transform((entries) => {
    const byVendor: Partial<Record<string, string[]>> = {};
    for (const [vendor, host] of entries) (byVendor[vendor!] ??= []).push(host!);
    return byVendor;
  });

export function bareAddress(from: string): string {
  return /<([^<>]*)>$/.exec(from)?.[1] ?? from;
}

/** An email address, with its domain in ASCII. */
export const email = z
  .string()
  .refine((address) => canonicalEmail(address) !== null, "must be an email address")
  .overwrite((address) => canonicalEmail(address) ?? address);

/** 'Earshot <alerts@your.domain>' or just an address, with its domain in ASCII. */
export const sender = z
  .string()
  .refine(
    (from) => /^[^<>\r\n]+( <[^<>]*>)?$/.test(from) && canonicalEmail(bareAddress(from)) !== null,
    "must be an email address like Earshot <alerts@your.domain>",
  )
  .overwrite((from) => {
    const address = bareAddress(from);
    const at = from.lastIndexOf(address);
    return from.slice(0, at) + (canonicalEmail(address) ?? address) + from.slice(at + address.length);
  });

export const siteIds = z
  .string()
  .regex(/^\s*[a-z]+\s*(,\s*[a-z]+\s*)*$/i, "must be a comma-separated list of sites")
  .transform((value) => [
    ...new Set(
      value
        .toLowerCase()
        .split(",")
        .map((id) => id.trim()),
    ),
  ]);
