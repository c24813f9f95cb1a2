import { isUrl } from "../text/url";

/* New channels also need a line in the schema, the registry and `src/ui/channel-icon.tsx`. */

export const channelTitles = {
  email: "Email",
  push: "Browser",
  webhook: "Webhook",
  slack: "Slack",
  discord: "Discord",
  teams: "Teams",
  ntfy: "ntfy",
  telegram: "Telegram",
};
export type ChannelWord = keyof typeof channelTitles;

/** The channels that users add with a URL, in the order of the form. */
export const addressedChannels = ["webhook", "slack", "discord", "teams", "ntfy"] as const;
export type AddressedChannel = (typeof addressedChannels)[number];

const getTitles = (names: readonly ChannelWord[]) => names.map((name) => channelTitles[name]).join(", ");
export const addressedTitles = getTitles(addressedChannels.slice(1));
export const addedTitles = getTitles(["slack", "discord", "teams", "telegram", "ntfy"]);

const hosts: readonly [RegExp, AddressedChannel][] = [
  [/^hooks\.slack(?:-gov)?\.com$/, "slack"],
  [/^(?:.+\.)?discord(?:app)?\.com$/, "discord"],
  [/\.(?:logic\.azure\.com|powerplatform\.com|webhook\.office\.com)$/, "teams"],
  [/^(?:.+\.)?ntfy\.sh$|^ntfy\./, "ntfy"],
];

/** The channel that a URL's host suggests, otherwise webhook. Null if the URL isn't complete yet. */
export function channelOfAddress(text: string): AddressedChannel | null {
  const address = text.trim();
  if (!/^https?:\/\/[^\s/]+/.test(address) || !isUrl(address)) return null;
  const { hostname } = new URL(address);
  return hosts.find(([pattern]) => pattern.test(hostname))?.[1] ?? "webhook";
}

export function destinationTitle({ channel, label }: { channel: ChannelWord; label: string | null }): string {
  const title = channelTitles[channel];
  return label === null || label === "" ? title : `${title}, ${label}`;
}
