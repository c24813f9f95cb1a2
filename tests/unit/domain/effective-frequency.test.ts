import { describe, expect, it } from "vitest";
import type { MailSettings } from "@/domain/effective-frequency";
import { frequencyFor } from "../../support/effective-frequency";

const account: MailSettings = {
  emailNotifications: true,
  emailFrequency: "daily",
  emailStatus: "ok",
  emailVerifiedAt: new Date(0),
};
const follows = { emailNotification: false, frequency: "realtime" } as const;
const own = { emailNotification: true, frequency: "hourly" } as const;

describe("frequencyFor", () => {
  it.each([
    ["a watch follows its account", {}, follows, "daily"],
    ["a watch with its own setting uses it", {}, own, "hourly"],
    ["the account's switch is the master", { emailNotifications: false }, own, null],
    ["an unverified address gets no email", { emailVerifiedAt: null }, own, null],
    ["a bounced address gets no email", { emailStatus: "bounced" }, follows, null],
    ["an address that complained gets no email", { emailStatus: "complained" }, own, null],
    ["an unsubscribed address gets no email", { emailStatus: "unsubscribed" }, own, null],
  ] as const)("%s", (_name, change, watch, expected) => {
    expect(frequencyFor({ ...account, ...change }, watch)).toBe(expected);
  });
});
