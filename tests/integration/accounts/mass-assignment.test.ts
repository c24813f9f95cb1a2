import { dropResponses } from "../../support/after-responses";
import { beforeEach, expect, test } from "vitest";
import { createSession, createUser, factoryPassword } from "../../../prisma/factories";
import * as register from "@/app/api/auth/register/route";
import * as email from "@/app/api/users/email/route";
import * as preferences from "@/app/api/users/notifications/route";
import * as password from "@/app/api/users/password/route";
import * as profile from "@/app/api/users/profile/route";
import * as settings from "@/app/api/users/settings/route";
import { pool, prisma } from "@/server/platform/database";
import { call } from "../../support/request";

beforeEach(dropResponses);

/** Each account endpoint that writes, and the columns it changes. */
const writes = [
  { name: "profile", handler: profile.PUT, body: {}, changes: ["firstName", "lastName", "timeZone"] },
  { name: "settings", handler: settings.PUT, body: {}, changes: ["theme"] },
  {
    name: "notifications",
    handler: preferences.PUT,
    body: {},
    changes: [
      "emailNotifications",
      "emailFrequency",
      "groupStories",
      "digestHour",
      "digestDays",
      "mutedUntil",
      "limitBursts",
      "weeklyReportAt",
    ],
  },
  {
    name: "password",
    handler: password.PUT,
    body: { currentPassword: factoryPassword, password: factoryPassword },
    changes: ["passwordHash"],
  },
  { name: "email", handler: email.PUT, body: { currentPassword: factoryPassword }, changes: ["email"] },
] as const;

/** Returns a value of the column's type that new accounts never have. */
function planted(type: string, enumName: string): unknown {
  const values: Record<string, unknown> = {
    uuid: "01900000-0000-7000-8000-000000000000",
    boolean: false,
    "timestamp with time zone": "2001-01-01T00:00:00.000Z",
    text: "planted",
    smallint: 3,
    ARRAY: [3],
  };
  const enums: Record<string, string> = { EmailStatus: "complained", Frequency: "daily", Theme: "dark" };
  return values[type] ?? enums[enumName];
}

/** Returns every stored column and a value to plant in it. */
async function plantedColumns(): Promise<[string, unknown][]> {
  const { rows } = await pool().query<{ name: string; type: string; udt: string }>(
    `SELECT column_name AS name, data_type AS type, udt_name AS udt FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'User'`,
  );
  const columns = rows.map(({ name, type, udt }): [string, unknown] => [name, planted(type, udt)]);
  expect(columns.length).toBeGreaterThan(12);
  expect(columns.filter(([, value]) => value === undefined)).toEqual([]);
  return columns;
}

const storedUser = async (id: string) => {
  const user = await prisma().user.findUniqueOrThrow({ where: { id } });
  return { ...user, updatedAt: null };
};

test.each(writes)("PUT $name ignores extra fields named like stored columns", async (write) => {
  for (const [column, value] of await plantedColumns()) {
    if (write.changes.some((own) => own === column)) continue;
    const user = await createUser();
    const { bearer } = await createSession(user);
    const before = await storedUser(user.id);
    const isMove = write.name === "email";
    const body = {
      ...write.body,
      ...(isMove && { email: `next-${user.id}@earshot.example` }),
      [column]: value,
      user: { [column]: value },
      data: { [column]: value },
      ...(write.name === "settings" && { settings: { theme: "system", [column]: value } }),
    };
    const response = await call(write.handler, "PUT", "/api/users/x", { bearer, body });
    expect([column, response.status]).toEqual([column, 200]);
    const after = await storedUser(user.id);
    if (write.name === "password") {
      expect(after.passwordHash).not.toBe("planted");
      after.passwordHash = before.passwordHash;
    }
    expect(after).toEqual(before);
  }
});

test("registration ignores extra fields named like stored columns", async () => {
  for (const [column, value] of await plantedColumns()) {
    if (["firstName", "lastName", "email", "timeZone"].includes(column)) continue;
    const address = `${column.toLowerCase()}@earshot.example`;
    const body = { email: address, password: factoryPassword, firstName: "Noor", lastName: "Haddad" };
    const { status } = await call(register.POST, "POST", "/api/auth/register", {
      body: { ...body, [column]: value },
    });
    expect([column, status]).toEqual([column, 201]);
    const user = await prisma().user.findUniqueOrThrow({ where: { email: address } });
    expect(user).toMatchObject({
      emailVerifiedAt: null,
      emailStatus: "ok",
      emailNotifications: true,
      emailFrequency: "realtime",
      theme: "system",
      digestHour: 8,
      digestDays: [1, 2, 3, 4, 5, 6, 7],
      feedSecretHash: null,
    });
    expect(user.id).not.toBe(value);
    expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const time of [user.createdAt, user.updatedAt])
      expect(Date.now() - time.getTime()).toBeLessThan(60_000);
  }
});
