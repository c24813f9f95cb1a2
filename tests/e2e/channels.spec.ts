import { expect, type Page } from "@playwright/test";
import { axeFindings } from "../support/e2e-axe";
import { factories, signInAs, test } from "../support/e2e-person";
import { sizes } from "../support/e2e-sizes";

/** A receiver of the sandbox, at the port that people may name. */
async function receiver(kind: string): Promise<string> {
  const lever = `${process.env.E2E_SANDBOX_URL ?? ""}/control/receivers`;
  const made = await fetch(lever, { method: "POST", body: JSON.stringify({ kind }) });
  const { path } = (await made.json()) as { path: string };
  return `${process.env.E2E_PLACES_URL ?? ""}${path}`;
}

async function openSettings(page: Page, plan: "pro" | "free") {
  const { createUser } = await factories();
  await signInAs(page, await createUser({ plan }));
  await page.goto("/settings#channels");
  return page.getByRole("region", { name: "Channels" });
}

for (const { viewport, size } of sizes) {
  test.describe(size, () => {
    test.use({ viewport });

    test("a webhook is pasted, tested and added; its log tells what it said", async ({ page }) => {
      const channels = await openSettings(page, "pro");
      await expect(channels).toContainText("0 of 20 in use");
      const address = channels.getByLabel("Add a destination");
      await address.fill("https://hooks.slack.com/services/T0/B0/x");
      await expect(channels.getByText("This is an address of Slack.")).toBeVisible();
      await address.fill(await receiver("webhook"));
      await expect(channels.getByText("This is a webhook.")).toBeVisible();
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
      await expect(added.getByText("Off", { exact: true })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await added.getByRole("button", { name: "Remove" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await expect(added).toBeHidden();
    });
  });
}

test("what its receiver says stands beside an address that is not added", async ({ page }) => {
  const channels = await openSettings(page, "pro");
  const address = await receiver("webhook");
  await fetch(`${process.env.E2E_SANDBOX_URL ?? ""}/control/receivers/end`, {
    method: "POST",
    body: JSON.stringify({ path: new URL(address).pathname }),
  });
  await channels.getByLabel("Add a destination").fill(address);
  await channels.getByRole("button", { name: "Send Test and Add" }).click();
  await expect(channels.getByText("It did not take the test: 410 Gone")).toBeVisible();
});

test("on Free the section says what Pro adds", async ({ page }) => {
  const channels = await openSettings(page, "free");
  await expect(channels.getByText("Alerts to other places than mail are part of Pro.")).toBeVisible();
  await expect(channels.getByLabel("Add a destination")).toBeHidden();
});
