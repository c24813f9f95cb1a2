import { isUrl } from "@/domain/text/url";

export function webUrl(text: string): URL | null {
  const pasted = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(pasted) ? pasted : `https://${pasted}`;
  if (/\s/.test(pasted) || !isUrl(whole)) return null;
  const url = new URL(whole);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // 'example.com.' is the same host.
  url.hostname = url.hostname.replace(/\.$/, "");
  return url;
}

export function pathParts({ pathname }: URL): string[] {
  const parts = pathname.split("/");
  const first = parts.findIndex((part) => part !== "");
  const last = parts.findLastIndex((part) => part !== "");
  return first === -1 ? [] : parts.slice(first, last + 1);
}
