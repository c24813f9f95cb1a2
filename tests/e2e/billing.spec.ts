import { expect, type Page } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

/** Simulates users, banks and time at the sandbox's Stripe. */
async function atStripe(act: string, input: object): Promise<void> {
  const response = await fetch(`${process.env.E2E_SANDBOX_URL}/control/stripe/act`, {
    method: "POST",
    body: JSON.stringify({ act, ...input }),
  });
  expect(response.status, await response.text()).toBe(200);
}

async function subjectsTo(email: string): Promise<string[]> {
  const response = await fetch(`${process.env.E2E_SANDBOX_URL}/mailbox.json?to=${encodeURIComponent(email)}`);
  const mails = (await response.json()) as { subject: string }[];
  return mails.map(({ subject }) => subject).filter((subject) => /Pro|payment/.test(subject));
}

async function addWatch(page: Page, keyword: string): Promise<void> {
  await page.getByRole("button", { name: "Add Keyword" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Keyword", { exact: true }).fill(keyword);
  await dialog.getByLabel("Keyword", { exact: true }).press("Enter");
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12 / 34");
  await page.getByLabel("CVC").fill("123");
}

const subscribe = (page: Page) => page.getByRole("button", { name: "Subscribe" }).click();
const plan = (page: Page) => page.getByRole("region", { name: "Current plan" });

/** Keywords that no sandbox post contains, so no alerts arrive between the billing emails. */
const free = ["quillon one", "quillon two", "quillon three"];
const excess = ["quillon four", "quillon five"] as const;

test("upgrade, cancellation and the end of Pro", async ({ page, context }) => {
  const { createUser, createWatch } = await factories();
  const user = await createUser({ firstName: "Maya" });
  for (const keyword of free) await createWatch(user, { keyword });
  await signInAs(page, user);

  // Reach the limit of Free.
  await page.goto("/keywords");
  await addWatch(page, excess[0]);
  await page
    .getByRole("link", { name: "Upgrade Now" })
    .or(page.getByRole("button", { name: "Upgrade Now" }))
    .click();
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(plan(page)).toContainText("Free Plan");

  // Pay: a declined card, then one that requires authentication.
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  await expect(page.getByText("CA$9.99").first()).toBeVisible();
  await fillCard(page, "4000 0000 0000 0002");
  await subscribe(page);
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await fillCard(page, "4000 0025 0000 3155");
  await subscribe(page);
  // The first request fails, as in a short outage.
  const failure = { status: 503, json: { code: "SERVICE_UNAVAILABLE", message: "Unavailable" } };
  await page.route("**/api/subscriptions/sync", (route) => route.fulfill(failure), { times: 1 });
  await page.getByRole("button", { name: "Complete" }).click();
  await page.waitForURL(/\/subscription\/success\?session_id=cs_test_/);
  await expect(page.getByRole("heading", { name: "Welcome to Pro!" })).toBeVisible();
  const session = new URL(page.url()).searchParams.get("session_id") ?? "";
  await expect(page.getByText(session)).toBeVisible();

  // Pro has no watch limit.
  await page.getByRole("link", { name: "Add Your First Keyword" }).click();
  for (const keyword of excess) {
    await addWatch(page, keyword);
    await expect(page.getByRole("switch", { name: `Listen for ${keyword}` })).toBeChecked();
    await expect(page.getByRole("dialog")).toBeHidden();
  }

  // Cancel the subscription and undo it.
  await page.goto("/subscription");
  await expect(page.getByText("Pro Member", { exact: true })).toBeVisible();
  await expect(plan(page)).toContainText("Next billing date");
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  const query = page.getByRole("alertdialog");
  await expect(query).toContainText(
    "Are you sure you want to cancel your subscription? You'll lose access to Pro features at the end of your current billing period.",
  );
  await query.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByText(/Your subscription ends on/)).toBeVisible();
  await page.getByRole("button", { name: "Reactivate Subscription" }).click();
  await expect(page.getByText(/Your subscription ends on/)).toBeHidden();
  await expect(plan(page)).toContainText("Next billing date");

  // Cancel in the billing portal, which opens in a new tab.
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: /^Manage Billing/ }).click();
  const portal = await opened;
  await expect(portal.getByRole("heading", { name: "Billing" })).toBeVisible();
  await expect(portal.getByRole("table")).toContainText("paid");
  await portal.getByRole("button", { name: "Cancel plan" }).click();
  await expect(portal.getByText(/Your plan will be canceled on/)).toBeVisible();
  await portal.getByRole("link", { name: "Return to Earshot" }).click();
  await expect(portal).toHaveURL(/\/subscription$/);
  await expect(async () => {
    await portal.reload();
    await expect(portal.getByText(/Your subscription ends on/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await portal.close();

  // The period ends: back to Free with all watches kept and the newer ones paused.
  await atStripe("endPeriod", { email: user.email });
  await expect(async () => {
    await page.goto("/subscription");
    await expect(plan(page)).toContainText("Free Plan", { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText("2 watches have been paused since your Pro plan ended.")).toBeVisible();
  await page.goto("/keywords");
  for (const keyword of free)
    await expect(page.getByRole("switch", { name: `Listen for ${keyword}` })).toBeChecked();
  for (const keyword of excess)
    await expect(page.getByRole("switch", { name: `Listen for ${keyword}` })).not.toBeChecked();
  await expect(async () => {
    expect(await subjectsTo(user.email)).toEqual(["Your Pro plan has ended", "Welcome to Pro"]);
  }).toPass();
});

test("shows a warning for a failed payment and an error if Stripe is unreachable", async ({ page }) => {
  const { createUser } = await factories();
  const user = await createUser();
  await signInAs(page, user);
  await page.goto("/subscription");
  const yearly = page.getByRole("radio", { name: /^Yearly/ });
  await yearly.check({ force: true });
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  await expect(page.getByText("CA$99.99").first()).toBeVisible();
  await fillCard(page, "4242 4242 4242 4242");
  await subscribe(page);
  await expect(page.getByRole("heading", { name: "Welcome to Pro!" })).toBeVisible();

  await atStripe("endPeriod", { email: user.email, payment: "fails" });
  await expect(async () => {
    await page.goto("/subscription");
    await expect(page.getByText("Your last payment failed.")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText("Pro Member", { exact: true })).toBeVisible();

  const failures = `${process.env.E2E_SANDBOX_URL}/control/failures`;
  await fetch(failures, {
    method: "POST",
    body: JSON.stringify({ service: "stripe", mode: "json", status: 503, path: "^/v1/subscriptions/" }),
  });
  await page.getByRole("button", { name: "Cancel Subscription" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByText(/We couldn't reach our payment provider/)).toBeVisible();
  await expect(page.getByText("Pro Member", { exact: true })).toBeVisible();
  await fetch(failures, { method: "DELETE" });
});

test("the success page doesn't confirm an unpaid session", async ({ page }) => {
  const { createUser } = await factories();
  await signInAs(page, await createUser());
  await page.goto("/subscription");
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await page.waitForURL(/\/stripe\/pay\//);
  const session = new URL(page.url()).pathname.split("/").at(-1);
  await page.goto(`/subscription/success?session_id=${session}`);
  await expect(
    page.getByRole("heading", { name: "We haven't been able to confirm your payment yet" }),
  ).toBeVisible();
  await page.goto("/subscription");
  await expect(plan(page)).toContainText("Free Plan");
});
