import { beforeAll, expect, it } from "vitest";
import { givenOf, type ChannelName } from "@/channels/registry";
import { channelOfAddress } from "@/domain/delivery/channel-names";
import { testSettings } from "../../../support/settings";

beforeAll(
  () => void Object.assign(process.env, testSettings, { DATABASE_URL: "postgresql://127.0.0.1/earshot" }),
);

const takes = (name: ChannelName, address: string) => "address" in givenOf(name)!.check(address);

it.each<[ChannelName, string]>([
  ["webhook", "https://hooks.example.com/earshot?team=1"],
  ["slack", "https://hooks.slack.com/services/T0/B0/abc"],
  ["slack", "https://hooks.slack-gov.com/services/T0/B0/abc"],
  ["discord", "https://discord.com/api/webhooks/123/abc-DEF_1"],
  ["discord", " https://discordapp.com/api/webhooks/123/abc "],
  ["teams", "https://prod-01.westeurope.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?sig=x"],
  [
    "teams",
    "https://default1.aa.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/x",
  ],
  ["teams", "https://acme.webhook.office.com/webhookb2/x"],
  ["ntfy", "https://ntfy.sh/earshot-maya"],
  ["ntfy", "https://push.example.com/base/earshot"],
])("%s accepts %s", (name, address) => {
  expect(takes(name, address)).toBe(true);
});

it.each<[ChannelName, string]>([
  ["webhook", "hooks.example.com"],
  ["webhook", "ftp://example.com/x"],
  ["webhook", "https://user:word@example.com/x"],
  ["slack", "http://hooks.slack.com/services/T0/B0/abc"],
  ["slack", "https://hooks.slack.com.example.com/services/T0/B0/abc"],
  ["slack", "https://hooks.slack.com/"],
  ["slack", "https://example.com/?hooks.slack.com/services/x"],
  ["discord", "https://discord.com/channels/1/2"],
  ["discord", "https://notdiscord.com/api/webhooks/1/x"],
  ["discord", "https://discord.com:8443/api/webhooks/1/x"],
  ["teams", "https://logic.azure.com.example/x"],
  ["teams", "https://teams.microsoft.com/l/channel/x"],
  ["ntfy", "https://ntfy.sh/"],
  ["ntfy", "https://ntfy.sh/two%20words"],
])("%s rejects %s", (name, address) => {
  expect(takes(name, address)).toBe(false);
});

it.each([
  ["", null],
  ["hooks.slack.com", null],
  ["https://", null],
  ["https://hooks.slack.com/services/x", "slack"],
  ["https://discord.com/api/webhooks/1/x", "discord"],
  ["https://prod-01.westeurope.logic.azure.com/x", "teams"],
  ["https://ntfy.sh/x", "ntfy"],
  ["https://ntfy.example.com/x", "ntfy"],
  ["https://hooks.slack.com.example.com/x", "webhook"],
  ["https://example.com/x", "webhook"],
])("recognizes %s as %s", (address, channel) => {
  expect(channelOfAddress(address)).toBe(channel);
});
