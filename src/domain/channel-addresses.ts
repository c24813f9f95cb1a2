import { isUrl } from "./url";

/** The channel that a URL's host suggests. The form preselects it. URLs on other hosts are webhooks. */
export type AddressedChannel = "webhook" | "slack" | "discord" | "teams" | "ntfy";

const hosts: readonly [RegExp, AddressedChannel][] = [
  [/^hooks\.slack(?:-gov)?\.com$/, "slack"],
  [/^(?:.+\.)?discord(?:app)?\.com$/, "discord"],
  [/\.(?:logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/, "teams"],
  [/^(?:.+\.)?ntfy\.sh$|^ntfy\./, "ntfy"],
];

/** Null if the text is not a complete URL yet. */
export function channelOfAddress(text: string): AddressedChannel | null {
  const address = text.trim();
  if (!/^https?:\/\/[^\s/]+/.test(address) || !isUrl(address)) return null;
  const { hostname } = new URL(address);
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? "webhook";
}
