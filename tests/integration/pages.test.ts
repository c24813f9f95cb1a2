import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import { sessionCookieName } from "@/server/accounts/session-cookie";
import { findUser, requireUser } from "@/server/http/page-session";

// Middleware doesn't run here, so the page's own checks are its only protection.
const cookie = vi.hoisted(() => ({ value: undefined as string | undefined }));
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => {
      const pair = cookie.value?.split("; ").find((one) => one.startsWith(`${name}=`));
      return pair && { value: pair.slice(name.length + 1) };
    },
  }),
  headers: async () => new Headers(),
}));

const folder = "src/app/(app)";
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith("page.tsx"),
);

async function open(file: string): Promise<unknown> {
  const { default: Page } = (await import(/* @vite-ignore */ path.resolve(folder, file))) as {
    default: (props: object) => unknown;
  };
  return Page({ params: Promise.resolve({}), searchParams: Promise.resolve({}) });
}

beforeEach(() => {
  cookie.value = undefined;
});

test("lists every page for signed-in users", () => {
  expect(pages.map((file) => path.dirname(file)).toSorted()).toEqual([
    "coverage",
    "dashboard",
    "keywords",
    "keywords/[id]",
    "notifications",
    "notifications/[id]",
    "settings",
    "subscription",
    "subscription/cancel",
    "subscription/success",
  ]);
});

test.each(pages)("%s redirects to login without a valid session", async (file) => {
  await expect(open(file)).rejects.toMatchObject({ digest: expect.stringContaining(";/login;") });
  cookie.value = `${sessionCookieName()}=made-up`;
  await expect(open(file)).rejects.toMatchObject({ digest: expect.stringContaining(";/login;") });
});

test.each(pages)("%s sends an ended session to the endpoint that clears its cookie", async (file) => {
  cookie.value = (await createSession(await createUser(), { endedAt: new Date() })).cookie;
  await expect(open(file)).rejects.toMatchObject({ digest: expect.stringContaining(";/api/auth/ended;") });
});

test("ends the session that the browser failed to sign out of, but no other", async () => {
  const user = await createUser();
  const left = await createSession(user);
  const pending = `pendingSignOut=${left.refreshToken}`;
  cookie.value = `${left.cookie}; ${pending}`;
  expect(await findUser()).toBeNull();
  await expect(requireUser()).rejects.toMatchObject({
    digest: expect.stringContaining(";/api/auth/ended;"),
  });
  cookie.value = `${(await createSession(user)).cookie}; ${pending}`;
  expect(await requireUser()).toMatchObject({ id: user.id });
});
