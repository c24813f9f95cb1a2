import { expect, test } from "vitest";
import { formatBillingDate } from "@/domain/time/billing-date";

test.each([
  ["2026-12-21T14:00:00Z", "UTC", "21 Dec 2026"],
  ["2026-12-21T02:00:00Z", "America/Toronto", "20 Dec 2026"],
  ["2026-12-31T16:00:00Z", "Asia/Tokyo", "1 Jan 2027"],
  ["2026-12-21T14:00:00Z", "No/Where", "21 Dec 2026"],
])("formats %s in %s as %s", (at, timeZone, expected) => {
  expect(formatBillingDate(new Date(at), timeZone)).toBe(expected);
});
