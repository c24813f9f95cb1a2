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

/** 'Slack, #mentions', or only the channel if there is no label. */
export function destinationTitle({ channel, label }: { channel: ChannelWord; label: string | null }): string {
  const title = channelTitles[channel];
  return label === null || label === "" ? title : `${title}, ${label}`;
}
