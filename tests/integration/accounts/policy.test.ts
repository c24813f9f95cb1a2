import { expect, test } from "vitest";
import { createSession, createUser } from "../../../prisma/factories";
import * as preferences from "@/app/api/users/notifications/route";
import type { UserView } from "@/contract/user";
import { call } from "../../support/request";
import { countOutbox, createPendingEmail } from "../../support/pending-email";

type ErrorResponse = { user: UserView; errors?: Record<string, string[]> };

async function arrange(overrides: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(overrides);
  const { bearer } = await createSession(user);
  const put = (body: object) =>
    call<ErrorResponse>(preferences.PUT, "PUT", "/api/users/notifications", { bearer, body });
  const result = async (body: object) => (await put(body)).body.user.notificationPreferences;
  return { user, put, result };
}

test("sets quiet hours and digest times separately; null turns quiet hours off", async () => {
  const { result } = await arrange();
  const quietHours = { from: "22:00", to: "06:30" };
  expect(await result({ quietHours })).toMatchObject({ quietHours, digestHour: 8 });
  expect(await result({ digestHour: 17, digestDays: [5, 1, 5] })).toMatchObject({
    quietHours,
    digestHour: 17,
    digestDays: [1, 5],
  });
  expect(await result({ quietHours: null })).toMatchObject({ quietHours: null, digestDays: [1, 5] });
});

test.each([
  ["with equal start and end", { quietHours: { from: "22:00", to: "22:00" } }, "quietHours.to"],
  ["with an invalid time", { quietHours: { from: "24:00", to: "07:00" } }, "quietHours.from"],
  ["without an end", { quietHours: { from: "22:00" } }, "quietHours.to"],
  ["at an invalid hour", { digestHour: 24 }, "digestHour"],
  ["at half past", { digestHour: 7.5 }, "digestHour"],
  ["on no day", { digestDays: [] }, "digestDays"],
  ["on an eighth day", { digestDays: [8] }, "digestDays"],
])("rejects quiet hours or digests %s", async (_name, body, field) => {
  const { put } = await arrange();
  const { status, body: response } = await put(body);
  expect([status, Object.keys(response.errors ?? {})]).toEqual([400, [field]]);
});

test("reschedules pending emails when the digest hour or days change", async () => {
  const { user, put } = await arrange({ emailFrequency: "daily", timeZone: "UTC" });
  const now = new Date();
  await createPendingEmail(user.id, now, { frequency: "daily", dueAt: new Date(now.getTime() + 3_600_000) });
  const tomorrow = new Date(now.getTime() + 26 * 3_600_000);
  const day = tomorrow.getUTCDay() === 0 ? 7 : tomorrow.getUTCDay();
  await put({ digestHour: tomorrow.getUTCHours(), digestDays: [day] });
  const [entry] = await countOutbox(user.id);
  tomorrow.setUTCMinutes(0, 0, 0);
  expect(entry!.mailDueAt).toEqual(tomorrow);
});

test("a weekly digest whose new time has passed on its day isn't postponed by a week", async () => {
  const now = new Date();
  // The local time is noon.
  const offset = 12 - now.getUTCHours();
  const timeZone = `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
  const weekday = new Date(now.getTime() + offset * 3_600_000).getUTCDay();
  const digestDays = [weekday === 0 ? 7 : weekday];
  const { user, put } = await arrange({ emailFrequency: "daily", timeZone, digestHour: 15, digestDays });
  const dueAt = new Date(now.getTime() + 2 * 3_600_000);
  await createPendingEmail(user.id, now, { frequency: "daily", dueAt });
  await put({ digestHour: 9 });
  const [entry] = await countOutbox(user.id);
  expect(entry!.mailDueAt!.getTime()).toBeLessThan(dueAt.getTime());
});
