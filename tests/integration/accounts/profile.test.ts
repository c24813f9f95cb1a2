import { dropResponses } from "../../support/after-responses";
import { beforeEach, expect, test } from "vitest";
import { createSession, createUser } from "../../../prisma/factories";
import * as profile from "@/app/api/users/profile/route";
import * as device from "@/app/api/users/sessions/[id]/route";
import * as devices from "@/app/api/users/sessions/route";
import * as settings from "@/app/api/users/settings/route";
import { devicesResponse } from "@/contract/account";
import { nextDueAt, usualDigests } from "@/domain/delivery/digest-schedule";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { type AccountResponse, whoAmI } from "../../support/accounts";
import { call } from "../../support/request";
import { countOutbox, createPendingEmail } from "../../support/pending-email";

beforeEach(dropResponses);

const signedIn = async (overrides: Parameters<typeof createUser>[0] = {}) => {
  const user = await createUser(overrides);
  return { user, ...(await createSession(user)) };
};
const put = (handlers: { PUT: typeof profile.PUT }, bearer: string, body: object) =>
  call<AccountResponse>(handlers.PUT, "PUT", "/api/users/x", { bearer, body });

test("changes names and time zone separately and keeps absent fields", async () => {
  const { bearer } = await signedIn({ firstName: "Bob", lastName: "Okafor", timeZone: "UTC" });
  expect((await put(profile, bearer, { firstName: " Robert " })).body.user).toMatchObject({
    firstName: "Robert",
    lastName: "Okafor",
    timeZone: "UTC",
  });
  await put(profile, bearer, { lastName: "Haddad", timeZone: "asia/tokyo" });
  expect((await whoAmI(bearer)).body.user).toMatchObject({
    firstName: "Robert",
    lastName: "Haddad",
    timeZone: "Asia/Tokyo",
  });
  expect((await put(profile, bearer, {})).status).toBe(200);
  expect((await put(profile, bearer, { timeZone: "Mars/Olympus" })).body.user!.timeZone).toBe("UTC");
});

test.each([
  ["a blank name", { firstName: " " }, "firstName"],
  ["51 characters", { lastName: "x".repeat(51) }, "lastName"],
  ["a line break in a name", { lastName: "Oka\nfor" }, "lastName"],
  ["a name that isn't a string", { firstName: 7 }, "firstName"],
])("rejects %s in the profile", async (_name, body, field) => {
  const { bearer } = await signedIn();
  const response = await put(profile, bearer, body);
  expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([400, [field]]);
});

test("reschedules pending emails when the time zone changes", async () => {
  const { user, bearer } = await signedIn({ emailFrequency: "daily", timeZone: "UTC" });
  const now = new Date();
  await createPendingEmail(user.id, now, {
    frequency: "daily",
    dueAt: nextDueAt("daily", now, usualDigests("UTC")),
  });
  await put(profile, bearer, { timeZone: "Asia/Tokyo" });
  const [entry] = await countOutbox(user.id);
  expect(entry).toMatchObject({ effectiveFrequency: "daily" });
  expect(entry!.mailDueAt!.getUTCHours()).toBe(23);
});

test("sets the theme, nested in settings or at the top level, and no other setting", async () => {
  const { bearer } = await signedIn();
  const themeAfter = async (body: object) => (await put(settings, bearer, body)).body.user!.settings.theme;
  expect(await themeAfter({ settings: { theme: "dark" } })).toBe("dark");
  expect(await themeAfter({ theme: "light" })).toBe("light");
  expect(await themeAfter({})).toBe("light");
  for (const body of [{ theme: "pink" }, { settings: { theme: null } }, { settings: "dark" }])
    expect((await put(settings, bearer, body)).status).toBe(400);
  expect((await whoAmI(bearer)).body.user!.settings).toEqual({ theme: "light" });
});

const listed = async (bearer: string) =>
  devicesResponse.parse((await call(devices.GET, "GET", "/api/users/sessions", { bearer })).body).sessions;
const end = (bearer: string, id: string) =>
  call<AccountResponse>(device.DELETE, "DELETE", `/api/users/sessions/${id}`, { bearer, params: { id } });

test("lists sessions and signs out a device immediately", async () => {
  const { user, session, bearer } = await signedIn();
  const phone = await createSession(user, { userAgent: "A phone", rotatedAt: new Date(Date.now() - 60_000) });
  const older = await createSession(user, { rotatedAt: new Date(Date.now() - 3_600_000) });
  await createSession(user, { endedAt: new Date() });
  await createSession(user, { expiresAt: new Date(Date.now() - 1) });
  const found = await listed(bearer);
  expect(found.map(({ _id, isCurrent }) => [_id, isCurrent])).toEqual([
    [session.id, true],
    [phone.session.id, false],
    [older.session.id, false],
  ]);
  expect(found[1]).toMatchObject({ userAgent: "A phone" });

  expect((await end(bearer, phone.session.id)).status).toBe(204);
  expect((await whoAmI(phone.bearer)).status).toBe(401);
  expect((await end(bearer, phone.session.id)).status).toBe(404);
  expect((await whoAmI(bearer)).status).toBe(200);
});

test("responds 404 for another user's session, as for an unknown one", async () => {
  const [bob, charlie] = [await signedIn(), await signedIn()];
  const responses = [];
  for (const id of [bob.session.id, newId(), "x"]) responses.push(await end(charlie.bearer, id));
  expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  expect(responses[0]!.status).toBe(404);
  expect(await prisma().session.count({ where: { id: bob.session.id, endedAt: null } })).toBe(1);
});
