import { test as base, expect, type Page } from "@playwright/test";
import type { createUser } from "../../prisma/factories";

type Person = Awaited<ReturnType<typeof createUser>>;

/** The factories on the stage's own database; they read the stage's settings when they are first used. */
export async function factories() {
  Object.assign(process.env, JSON.parse(process.env.E2E_SETTINGS ?? "{}"));
  return import("../../prisma/factories");
}

/** Makes this page's browser one on which the account is signed in. */
export async function signInAs(page: Page, user: Pick<Person, "id">): Promise<void> {
  const { createSession } = await factories();
  const { bearer, refreshToken, cookie } = await createSession(user);
  const [name = "", value = ""] = cookie.split("=");
  const url = process.env.E2E_APP_URL ?? "";
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
  const tokens = { token: bearer.replace("Bearer ", ""), refreshToken };
  await page.addInitScript((held) => {
    // Only once: what the page itself writes later must stay, and who signed out is not signed in again.
    if (location.protocol === "about:" || sessionStorage.getItem("signedInAs") === held.token) return;
    sessionStorage.setItem("signedInAs", held.token);
    localStorage.setItem("token", held.token);
    localStorage.setItem("refreshToken", held.refreshToken);
    localStorage.setItem("user", "{}");
  }, tokens);
}

/** A test that fails on what none of its pages may say: errors of scripts, of hydration, of the security policy. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("weberror", (error) => complaints.push(`script: ${error.error().message}`));
      context.on("console", (message) => {
        // A refused call is the browser's own line; the tests that provoke one look at what the screen says.
        const isRefusal = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isRefusal) complaints.push(`console: ${message.text()}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
