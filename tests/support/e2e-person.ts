import { test as base, expect, type Page } from "@playwright/test";
import type { createUser } from "../../prisma/factories";
import { isHydrated } from "./hydrated";

type Person = Awaited<ReturnType<typeof createUser>>;

/** The factories on the e2e database. They read its settings at first use. */
export async function factories() {
  Object.assign(process.env, JSON.parse(process.env.E2E_SETTINGS ?? "{}"));
  return import("../../prisma/factories");
}

/** Signs the account in on this page's browser. */
export async function signInAs(page: Page, user: Pick<Person, "id">): Promise<void> {
  const { createSession } = await factories();
  const { bearer, refreshToken, cookie } = await createSession(user);
  const [name = "", value = ""] = cookie.split("=");
  const url = process.env.E2E_APP_URL ?? "";
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  const tokens = { token: bearer.replace("Bearer ", ""), refreshToken };
  await page.addInitScript((stored) => {
    // Only once: keep later changes by the page, and don't sign a user in again after signing out.
    if (location.protocol === "about:" || sessionStorage.getItem("signedInAs") === stored.token) return;
    sessionStorage.setItem("signedInAs", stored.token);
    localStorage.setItem("token", stored.token);
    localStorage.setItem("refreshToken", stored.refreshToken);
    localStorage.setItem("user", "{}");
  }, tokens);
}

/** A test that fails on script errors, hydration errors and CSP violations of its pages. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("weberror", (error) => complaints.push(`script: ${error.error().message}`));
      context.on("console", (message) => {
        // The browser logs failed requests itself. Tests that provoke one check the screen instead.
        const isRefusal = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isRefusal) complaints.push(`console: ${message.text()}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until clicks and keys take effect. */
export async function waitForHydration(page: Page): Promise<void> {
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
