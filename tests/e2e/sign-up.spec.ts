import { expect } from "@playwright/test";
import { test } from "../support/e2e-person";

test("the first field has the focus, and password rules are ticked off", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.goto("/register");
  await expect(page.getByLabel("First name")).toBeFocused();
  const rule = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await page.getByLabel("Password", { exact: true }).fill("listen2");
  await expect(rule("A lowercase letter")).toContainText("done");
  await expect(rule("A number")).toContainText("done");
  await expect(rule("An uppercase letter")).not.toContainText("done");
  await expect(rule("At least 8 characters")).not.toContainText("done");
});

test("the plan and keyword of the landing page are carried into registration", async ({ page }) => {
  await page.goto("/");
  await page.getByText("Yearly").first().click();
  await page.getByRole("link", { name: "Upgrade to Pro" }).click();
  await expect(page).toHaveURL(/\/register\?plan=yearly$/);
  await expect(page.getByText("99.99 CAD per year")).toBeVisible();
  // The page stores the plan after hydration.
  const storedIntent = () => page.evaluate(() => localStorage.getItem("signupIntent") ?? "");
  await expect.poll(storedIntent).toContain('"plan":"yearly"');
  await page.goto("/");
  const box = page.getByRole("region", { name: "See what it would have caught" });
  await box.getByLabel("Name or URL").fill("tidewater.example");
  await box.getByRole("button", { name: "Show matches" }).click();
  await box.getByRole("link", { name: "Create free account to keep watching" }).click();
  await expect(page.getByText("We'll start with “tidewater.example”.")).toBeVisible();
  await expect.poll(storedIntent).toContain('"keyword":"tidewater.example"');
  expect(await storedIntent()).toContain('"plan":"yearly"');
});

test("the waiting tab notices the verification, and a wrong address can be corrected", async ({
  page,
  context,
}) => {
  await page.goto("/verify-email");
  await page.evaluate(() => localStorage.setItem("pendingVerificationEmail", "sam@tidewater.example"));
  await page.reload();
  await expect(page.getByText("sam@tidewater.example")).toBeVisible();
  await expect(page.getByRole("link", { name: "Wrong address? Correct it" })).toHaveAttribute(
    "href",
    "/register",
  );
  const other = await context.newPage();
  await other.goto("/privacy");
  await other.evaluate(() => localStorage.removeItem("pendingVerificationEmail"));
  await expect(page.getByRole("heading", { name: "Email Verified!" })).toBeVisible();
});
