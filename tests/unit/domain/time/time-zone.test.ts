import { expect, test } from "vitest";
import { zoneChoices, zoneLabel } from "@/domain/time/time-zone";

const winter = new Date("2026-01-15T12:00:00Z");
const summer = new Date("2026-07-15T12:00:00Z");

test.each([
  ["Europe/Berlin", winter, "Berlin, Europe (UTC+01:00)"],
  ["Europe/Berlin", summer, "Berlin, Europe (UTC+02:00)"],
  ["America/St_Johns", winter, "St Johns, America (UTC-03:30)"],
  ["America/Argentina/La_Rioja", winter, "La Rioja, Argentina, America (UTC-03:00)"],
  ["Asia/Calcutta", winter, "Kolkata, Asia (UTC+05:30)"],
  ["Asia/Kolkata", winter, "Kolkata, Asia (UTC+05:30)"],
  ["Europe/Kiev", winter, "Kyiv, Europe (UTC+02:00)"],
  ["UTC", winter, "UTC"],
])("%s", (zone, at, label) => {
  expect(zoneLabel(zone, at)).toBe(label);
});

test("sorts time zones by city, with UTC first", () => {
  const found = zoneChoices(["Europe/Kiev", "UTC", "America/Toronto", "Asia/Calcutta"], winter);
  expect(found.map(({ zone }) => zone)).toEqual(["UTC", "Asia/Calcutta", "Europe/Kiev", "America/Toronto"]);
});
