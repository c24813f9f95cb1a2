import { expect, type Page } from "@playwright/test";
import { mailsTo } from "../support/e2e-mailbox";
import { factories, signInAs, test } from "../support/e2e-person";

async function arrange(page: Page) {
  const { createUser, createSession, factoryPassword } = await factories();
  const user = await createUser({ firstName: "Maya" });
  await signInAs(page, user);
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; rv:141.0) Gecko/20100101 Firefox/141.0";
  await createSession(user, { userAgent });
  await page.goto("/settings");
  return { user, password: factoryPassword };
}

test("signs out another device permanently", async ({ page }) => {
  await arrange(page);
  const devices = page.getByRole("region", { name: "Signed-in Devices" });
  await expect(devices.getByText("This device")).toBeVisible();
  await devices.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(page.getByText("Signed out Firefox on Windows")).toBeVisible();
  await expect(devices.getByText("Firefox on Windows")).toHaveCount(0);
  await page.reload();
  await expect(devices.getByText("This device")).toBeVisible();
  await expect(devices.getByText("Firefox on Windows")).toHaveCount(0);
});

test("changing the password requires the old one and revokes other devices and the feed", async ({
  page,
}) => {
  const { password } = await arrange(page);
  await page.getByRole("button", { name: "Create feed" }).click();
  await expect(page.getByLabel("Feed URL")).toBeVisible();
  const open = page.getByRole("button", { name: "Change password" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const change = dialog.getByRole("button", { name: "Change Password" });
  await change.click();
  await expect(dialog.getByText("Password is required").first()).toBeVisible();
  await expect(dialog.getByText("Please confirm your password")).toBeVisible();
  await dialog.getByLabel("Current password", { exact: true }).fill("Wrong-2026");
  await dialog.getByLabel("New password", { exact: true }).fill("Hearing-2027");
  await dialog.getByLabel("Confirm password", { exact: true }).fill("Hearing-2028");
  await change.click();
  await expect(dialog.getByText("Passwords must match")).toBeVisible();
  await dialog.getByLabel("Confirm password", { exact: true }).fill("Hearing-2027");
  await change.click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Current password", { exact: true }).fill(password);
  await change.click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(page.getByText("Firefox on Windows")).toHaveCount(0);
  await expect(page.getByLabel("Feed URL")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create feed" })).toBeVisible();

  // A key created since stays listed when the page is rendered again.
  const keys = page.getByRole("region", { name: "API keys", exact: true });
  await keys.getByRole("button", { name: "New Key" }).click();
  await page.getByRole("dialog", { name: "New API key" }).getByLabel("Label").fill("Zapier");
  await page.getByRole("button", { name: "Create Key" }).click();
  await page.getByRole("button", { name: "Edit name" }).click();
  await page.getByRole("dialog", { name: "Edit name" }).getByLabel("First name").fill("Mara");
  await page.getByRole("button", { name: "Save Name" }).click();
  await expect(page.getByRole("complementary").getByText("Mara")).toBeVisible();
  await expect(keys.getByRole("group", { name: "Zapier" })).toBeVisible();
});

test("a new email address waits for confirmation", async ({ page }) => {
  const { user, password } = await arrange(page);
  await page.getByRole("button", { name: "Change email" }).click();
  const dialog = page.getByRole("dialog", { name: "Change email" });
  await dialog.getByLabel("New email").fill("not an address");
  await dialog.getByLabel("Current password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Send Link" }).click();
  await expect(dialog.getByText("Please enter a valid email")).toBeVisible();
  await dialog.getByLabel("New email").fill(`new-${user.id.slice(-12)}@earshot.example`);
  await dialog.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByText("Almost done. Follow the link we sent to")).toBeVisible();
  await expect(page.getByRole("region", { name: "Account Information" })).toContainText(user.email);
});

test("deleting the account requires the password and ends the session", async ({ page }) => {
  const { user, password } = await arrange(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete account" });
  await dialog.getByLabel("Password", { exact: true }).fill("Wrong-2026");
  await dialog.getByRole("button", { name: "Delete Account" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Delete Account" }).click();
  await expect(page).toHaveURL(/\/goodbye$/);
  await expect(page.getByRole("heading", { name: "Your account has been deleted" })).toBeVisible();
  await expect(async () => {
    const [mail, ...others] = await mailsTo(page, user.email);
    expect(mail?.text).toContain("Your Earshot account has been deleted, and this is our last email.");
    expect(others).toEqual([]);
  }).toPass();
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto("/login");
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Invalid email or password")).toBeVisible();
});
