import { expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test, waitForHydration } from "../support/e2e-person";
import { receiver } from "../support/e2e-receivers";
import { sizes } from "../support/e2e-sizes";

async function openSettings(page: Page, plan: "pro" | "free") {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ plan }));
  await page.goto("/settings#channels");
  return page.getByRole("region", { name: "Channels" });
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("pastes, tests and adds a webhook, and shows the response in its log", async ({ page }) => {
      const channels = await openSettings(page, "pro");
      await expect(channels).toContainText("0 of 20 in use");
      const address = channels.getByLabel("Add a destination");
      await address.fill("https://hooks.slack.com/services/T0/B0/x");
      await expect(channels.getByText("This is a Slack URL.")).toBeVisible();
      await address.fill(await receiver("webhook"));
      await expect(channels.getByText("This is a webhook URL.")).toBeVisible();
      await channels.getByLabel("Name (optional)").fill("Support desk");
      expect(await axeFindings(page)).toEqual([]);
      await channels.getByRole("button", { name: "Send Test and Add" }).click();
      await expect(channels.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
      const added = channels.getByRole("group", { name: "Webhook, Support desk" });
      await expect(added).toContainText("Sent");
      await expect(channels).toContainText("1 of 20 in use");

      await added.getByRole("button", { name: "Details" }).click();
      await added.getByRole("button", { name: "Send Test" }).click();
      await expect(added.getByText("Test, ")).toBeVisible();
      await added.getByRole("switch", { name: "On", exact: true }).click();
      await expect(added.getByText(/^Off since /)).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await added.getByRole("button", { name: "Remove" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await expect(added).toBeHidden();
    });
  });
}

test("shows the receiver's response if adding fails", async ({ page }) => {
  const channels = await openSettings(page, "pro");
  const address = await receiver("webhook");
  await fetch(`${process.env.E2E_SANDBOX_URL ?? ""}/control/receivers/end`, {
    method: "POST",
    body: JSON.stringify({ path: new URL(address).pathname }),
  });
  await channels.getByLabel("Add a destination").fill(address);
  await channels.getByRole("button", { name: "Send Test and Add" }).click();
  await expect(channels.getByText("Test delivery failed: 410 Gone")).toBeVisible();
});

test("the section shows the upgrade prompt on Free", async ({ page }) => {
  const channels = await openSettings(page, "free");
  await expect(channels.getByText("Alerts to channels other than email are a Pro feature.")).toBeVisible();
  await expect(channels.getByLabel("Add a destination")).toBeHidden();
});

test("a removed destination stays removed when a slower change to another one finishes", async ({ page }) => {
  const { createUser } = await factories();
  const { createDestination } = await import("../support/given-destinations");
  const user = await createUser({ plan: "pro" });
  for (const label of ["First", "Second"])
    await createDestination(user.id, { channel: "ntfy", address: `https://ntfy.sh/${label}`, label });
  await signInAs(page, user);
  let finish = () => {};
  const held = new Promise<void>((resolve) => (finish = resolve));
  await page.route("**/destinations/*", async (route) => {
    if (route.request().method() === "PATCH") await held;
    await route.continue();
  });
  await page.goto("/settings#channels");
  await waitForHydration(page);
  const channels = page.getByRole("region", { name: "Channels" });
  const [first, second] = ["First", "Second"].map((label) =>
    channels.getByRole("group", { name: new RegExp(`, ${label}$`) }),
  ) as [Locator, Locator];
  for (const one of [first, second]) await one.getByRole("button", { name: "Details" }).click();
  await first.getByRole("switch", { name: "On", exact: true }).click();
  await second.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(second).toHaveCount(0);
  finish();
  await expect(first.getByText(/^Off since /)).toBeVisible();
  await expect(second).toHaveCount(0);
});

test("a failed delivery log can be loaded again, and a switch keeps the focus", async ({ page }) => {
  const { createUser } = await factories();
  const { createDestination } = await import("../support/given-destinations");
  const user = await createUser({ plan: "pro" });
  await createDestination(user.id, { channel: "ntfy", address: "https://ntfy.sh/log", label: "Log" });
  await signInAs(page, user);
  const log = "**/destinations/*/deliveries";
  await page.route(log, (route) =>
    route.fulfill({ status: 500, json: { code: "INTERNAL_ERROR", message: "" } }),
  );
  await page.goto("/settings#channels");
  const added = page.getByRole("group", { name: "ntfy, Log" });
  await added.getByRole("button", { name: "Details" }).click();
  await expect(added.getByRole("alert")).toContainText("We couldn't load the delivery log.");
  await page.unroute(log);
  await added.getByRole("button", { name: "Try Again" }).click();
  await expect(added.getByText("No deliveries yet.")).toBeVisible();

  const isOn = added.getByRole("switch", { name: "On", exact: true });
  await isOn.focus();
  await page.keyboard.press("Space");
  await expect(added.getByText(/^Off since /)).toBeVisible();
  await expect(isOn).toBeFocused();
});
