import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import { sessionCookieName } from "@/server/accounts/session-cookie";

// No middleware runs here: what a page does by itself is all that guards it.
const cookie = vi.hoisted(() => ({ value: undefined as string | undefined }));
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) =>
      cookie.value !== undefined && cookie.value.startsWith(`${name}=`)
        ? { value: cookie.value.slice(name.length + 1) }
        : undefined,
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

test("every screen of the signed in is here", () => {
  expect(pages.map((file) => path.dirname(file)).toSorted()).toEqual([
    "coverage",
    "dashboard",
    "keywords",
    "keywords/[id]",
    "notifications",
    "settings",
    "subscription",
    "subscription/cancel",
    "subscription/success",
  ]);
});

test.each(pages)("%s shows nobody anything", async (file) => {
  await expect(open(file)).rejects.toMatchObject({ digest: expect.stringContaining(";/login;") });
  cookie.value = `${sessionCookieName()}=made-up`;
  await expect(open(file)).rejects.toMatchObject({ digest: expect.stringContaining(";/login;") });
});

test.each(pages)("%s sends a dead session to the call that clears its cookie", async (file) => {
  cookie.value = (await createSession(await createUser(), { endedAt: new Date() })).cookie;
  await expect(open(file)).rejects.toMatchObject({ digest: expect.stringContaining(";/api/auth/ended;") });
});
