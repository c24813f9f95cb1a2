import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { mailsTo } from "../support/e2e-mailbox";
import { factories, signInAs, test } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

/** Creates a user who has just requested an email change. Returns the old and new addresses. */
async function requestAnother(page: Page) {
  const { createUser, factoryPassword } = await factories();
  const user = await createUser({ firstName: "Maya" });
  const wanted = `new-${user.id.slice(-12)}@earshot.example`;
  await signInAs(page, user);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email" });
  await dialog.getByLabel("New email").fill(wanted);
  await dialog.getByLabel("Current password", { exact: true }).fill(factoryPassword);
  await dialog.getByRole("button", { name: "Send Link" }).click();
  await expect(dialog).toBeHidden();
  return { old: user.email, wanted };
}

/** Waits for this many verification emails and returns their links, newest last. */
async function linksTo(page: Page, address: string, count: number): Promise<string[]> {
  let links: string[] = [];
  await expect(async () => {
    const mails = await mailsTo(page, address);
    links = mails.flatMap(({ text }) => text.match(/https?:\/\/\S+\/verify-email\S+/) ?? []);
    expect(links).toHaveLength(count);
  }).toPass({ timeout: 60_000 });
  return links;
}

const waiting = (page: Page, address: string) => page.getByText(`Waiting for you to confirm ${address}.`);

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("shows a pending email address, resends its link and returns here after confirmation", async ({
      page,
      context,
    }) => {
      const { old, wanted } = await requestAnother(page);
      await expect(waiting(page, wanted)).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Resend" }).click();
      await expect(page.getByText(`Follow the link we sent to ${wanted}`).first()).toBeVisible();
      const [link = ""] = await linksTo(page, wanted, 2);

      const other = await context.newPage();
      await other.goto(link);
      await expect(other.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
      await expect(other.getByText(`Your email address is now ${wanted}.`)).toBeVisible();
      await expect(other.getByText("Continue to Login")).toHaveCount(0);
      expect(await axeFindings(other)).toEqual([]);
      await other.getByRole("link", { name: "Back to Settings" }).click();
      await expect(other).toHaveURL(/\/settings$/);
      await expect(other.getByRole("region", { name: "Account Information" })).toContainText(wanted);
      await expect(waiting(other, wanted)).toHaveCount(0);
      await expect(other.getByText(old)).toHaveCount(0);
    });

    test("keeps the current email address and invalidates the link", async ({ page }) => {
      const { old, wanted } = await requestAnother(page);
      const [link = ""] = await linksTo(page, wanted, 1);
      await page.getByRole("button", { name: "Keep current address" }).click();
      await expect(page.getByText(`Keeping ${old}`)).toBeVisible();
      await expect(waiting(page, wanted)).toHaveCount(0);
      await page.goto(link);
      await expect(page.getByRole("heading", { name: "Verification Failed" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Resend Verification Email" })).toHaveCount(0);
      await expect(page.getByText("Request the change again in Settings, under Sign-in.")).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("link", { name: "Settings" }).click();
      await expect(page).toHaveURL(/\/settings#sign-in$/);
      await expect(page.getByRole("region", { name: "Sign-in" })).toBeVisible();
    });
  });
}

test("an open tab shows the new address when it gets the focus", async ({ page }) => {
  const { wanted } = await requestAnother(page);
  const [link = ""] = await linksTo(page, wanted, 1);
  const token = new URL(link).searchParams.get("token");
  const response = await page.request.get(`/api/auth/verify-email/${token}`);
  expect(response.status()).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(waiting(page, wanted)).toHaveCount(0);
  await expect(page.getByText(wanted).filter({ visible: true }).first()).toBeVisible();
});

test("a password change cancels a pending email change and shows it", async ({ page }) => {
  const { factoryPassword } = await factories();
  const { wanted } = await requestAnother(page);
  await expect(waiting(page, wanted)).toBeVisible();
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  await dialog.getByLabel("Current password", { exact: true }).fill(factoryPassword);
  await dialog.getByLabel("New password", { exact: true }).fill("Heard-it-2027");
  await dialog.getByLabel("Confirm password", { exact: true }).fill("Heard-it-2027");
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Your pending email change has been canceled.").first()).toBeVisible();
  await expect(waiting(page, wanted)).toHaveCount(0);
});

test("a signed-out browser can confirm and is sent to sign-in", async ({ page, browser }) => {
  const { wanted } = await requestAnother(page);
  const [link = ""] = await linksTo(page, wanted, 1);
  const anonymous = await browser.newPage();
  await anonymous.goto(link);
  await expect(anonymous.getByRole("link", { name: "Continue to Login" })).toBeVisible();
  await anonymous.close();
});
