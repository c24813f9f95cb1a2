import { isUrl } from "./url";

/** Which channel an address is of, by its host: what the form proposes. Another address may be anybody's webhook. */
export type AddressedChannel = "webhook" | "slack" | "discord" | "teams" | "ntfy";

const hosts: readonly [RegExp, AddressedChannel][] = [
  [/^hooks\.slack(?:-gov)?\.com$/, "slack"],
  [/^(?:.+\.)?discord(?:app)?\.com$/, "discord"],
  [/\.(?:logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/, "teams"],
  [/^(?:.+\.)?ntfy\.sh$|^ntfy\./, "ntfy"],
];

/** Null: this is no address yet. */
export function channelOfAddress(text: string): AddressedChannel | null {
  const address = text.trim();
  if (!/^https?:\/\/[^\s/]+/.test(address) || !isUrl(address)) return null;
  const { hostname } = new URL(address);
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? "webhook";
}
