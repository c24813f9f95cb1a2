import { beforeAll, expect, test } from "vitest";
import { renderOffMail } from "@/channels/email/off-mail";
import type { DestinationOff } from "@/domain/delivery/message";
import { testSettings } from "../../../support/settings";

beforeAll(
  () => void Object.assign(process.env, testSettings, { DATABASE_URL: "postgresql://127.0.0.1/earshot" }),
);

const off: DestinationOff = { channel: "ntfy", label: null, reason: "gone", failure: "403 forbidden" };

test.each<[Partial<DestinationOff>, string]>([
  [{}, "The endpoint rejects our messages or no longer exists. Last response: “403 forbidden”."],
  [{ channel: "telegram", failure: null }, "Our bot can't write to this chat"],
  [{ channel: "webhook", reason: "failing" }, "Deliveries have failed for three days."],
  [{ reason: "failing" }, "Deliveries have failed for almost a day."],
])("explains why we stopped sending: %j", async (fields, reason) => {
  const { message } = await renderOffMail({ ...off, ...fields }, "maya@tidewater.example");
  expect(message.text).toContain(reason);
});
