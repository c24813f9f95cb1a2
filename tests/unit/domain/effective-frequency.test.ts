import { describe, expect, it } from "vitest";
import { frequencyFor, type MailSettings } from "@/domain/effective-frequency";

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
    ["its own switch gives its own frequency", {}, own, "hourly"],
    ["the account's switch is the master", { emailNotifications: false }, own, null],
    ["an unverified address gets nothing", { emailVerifiedAt: null }, own, null],
    ["a bounced one neither", { emailStatus: "bounced" }, follows, null],
    ["nor one that complained", { emailStatus: "complained" }, own, null],
    ["nor one that unsubscribed", { emailStatus: "unsubscribed" }, own, null],
  ] as const)("%s", (_name, change, watch, expected) => {
    expect(frequencyFor({ ...account, ...change }, watch)).toBe(expected);
  });
});
