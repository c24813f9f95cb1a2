import { readFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import type { createUser } from "../../prisma/factories";
import { undoMs, undoShownMs } from "@/domain/time/undo";
import type { PrismaClient } from "@/generated/prisma/client";
import { isHydrated } from "./hydrated";

type Person = Awaited<ReturnType<typeof createUser>>;

/** The factories on the e2e database. They read its settings at first use. */
export async function factories() {
  Object.assign(process.env, JSON.parse(process.env.E2E_SETTINGS ?? "{}"));
  const made = await import("../../prisma/factories");
  const { pool } = await import("@/server/platform/database");
  // The pool closes idle connections. On a stalled machine, opening one can take longer than its limit, so this
  // opens one first.
  await expect(async () => {
    await pool().query("SELECT 1");
  }).toPass({ timeout: 60_000 });
  const { inBackground } = await import("@/server/platform/work");
  // Preparing data isn't a request, whose statements end after 5 seconds.
  const entries = Object.entries(made).map(([name, value]) => [
    name,
    typeof value === "function"
      ? (...args: unknown[]) => inBackground(() => (value as (...all: unknown[]) => unknown)(...args))
      : value,
  ]);
  return Object.fromEntries(entries) as typeof made;
}

/** Reads or writes with the time limits of background work, so a slow database doesn't fail the test. */
export async function withDatabase<T>(use: (db: PrismaClient) => PromiseLike<T>): Promise<T> {
  const { prisma } = await import("@/server/platform/database");
  const { inBackground } = await import("@/server/platform/work");
  // Prisma promises start when they are awaited, so await them inside.
  return inBackground(async () => await use(prisma()));
}

/** Signs the account in on this page's browser. */
export async function signInAs(page: Page, user: Pick<Person, "id">): Promise<void> {
  const { createSession } = await factories();
  const { bearer, refreshToken, cookie } = await createSession(user);
  const [name = "", value = ""] = cookie.split("=");
  const url = process.env.E2E_APP_URL ?? "";
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  const tokens = { token: bearer.replace("Bearer ", ""), refreshToken };
  await page.addInitScript((session) => {
    // Only once: keep later changes by the page, and don't sign a user in again after signing out.
    if (location.protocol === "about:" || sessionStorage.getItem("signedInAs") === session.token) return;
    sessionStorage.setItem("signedInAs", session.token);
    localStorage.setItem("token", session.token);
    localStorage.setItem("refreshToken", session.refreshToken);
    localStorage.setItem("user", "{}");
  }, tokens);
}

/** Keeps changes undoable for longer than 8 seconds, which a busy machine can need between two steps. */
function extendUndo({ from, to }: { from: number; to: number }): void {
  const start = window.setTimeout;
  window.setTimeout = ((run: () => void, ms?: number, ...args: unknown[]) =>
    start(run, ms === from ? to : ms, ...args)) as typeof window.setTimeout;
}

/** React's line for content that the server couldn't render. */
const failedPage = "Error: Minified React error #441;";
/** PostgreSQL doesn't respond in time on a stalled machine. The page then loads itself again. */
const outage = /57014|POOL_BUSY|Connection terminated|timeout exceeded|DatabaseNotReachable/;

/** The failures of pages that weren't caused by an outage, as the app logged them. */
function pageFaults(): string[] {
  const lines = readFileSync(".data/test/logs/app.log", "utf8").split("\n");
  const failures = lines.filter(
    (line) => line.startsWith('{"level":50') && line.includes('"console output"'),
  );
  if (failures.length === 0) return ["a page failed, and the app didn't log why"];
  return failures.filter((line) => !outage.test(line));
}

/** A test that fails on script errors, hydration errors and CSP violations of its pages. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      await context.addInitScript(extendUndo, { from: undoShownMs, to: undoMs });
      const complaints: string[] = [];
      context.on("weberror", (error) => complaints.push(`script: ${error.error().message}`));
      context.on("console", (message) => {
        // The browser logs failed requests itself. Tests that provoke one check the screen instead.
        const isRefusal = message.text().startsWith("Failed to load resource");
        const isPage = message.text().startsWith(failedPage);
        if (isPage) complaints.push(...pageFaults());
        else if (message.type() === "error" && !isRefusal) complaints.push(`console: ${message.text()}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until clicks and keys take effect. */
export async function waitForHydration(page: Page): Promise<void> {
  // After a short outage, the error page loads itself again. Until its scripts run, it is an empty document.
  const emptyError = page.locator("#__next_error__");
  await expect(emptyError.or(page.getByText("We'll try again in a few seconds."))).toHaveCount(0);
  await page.waitForFunction(isHydrated);
  // Effects run in the turns of the event loop that follow.
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
  });
}
