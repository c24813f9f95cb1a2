import { expect, type Page, type Route } from "@playwright/test";
import { factories, signInAs, test } from "../support/e2e-person";

type Subscription = NonNullable<Parameters<Awaited<ReturnType<typeof factories>>["createSubscription"]>[1]>;

const periodEnd = new Date("2027-01-21T12:00:00Z");

/** Opens the subscription screen of an account in a time zone with the same date. */
async function arrange(page: Page, subscription: Subscription | null, watches: object[] = []) {
  const { createUser, createWatch, createSubscription } = await factories();
  const user = await createUser({ firstName: "Maya" });
  if (subscription !== null) await createSubscription(user, { currentPeriodEnd: periodEnd, ...subscription });
  for (const [at, watch] of watches.entries()) await createWatch(user, { keyword: `word ${at}`, ...watch });
  await signInAs(page, user);
  await page.goto("/subscription");
  return user;
}

const current = (page: Page) => page.getByRole("region", { name: "Current plan" });
const response = (route: Route, status: number, body: object) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });
const away = (route: Route) => response(route, 503, { code: "UPSTREAM_UNAVAILABLE", message: "away" });
const awayText = "We couldn't reach our payment provider. Your plan hasn't changed. Please try again.";
const unclearText =
  "We couldn't reach our payment provider, so we don't know if your plan has changed. Please try again.";

test("Free shows the plan, usage, both prices, both plans and the FAQ", async ({ page }) => {
  await arrange(page, null, [{}, {}]);
  await expect(page.getByText("Pro Member")).toHaveCount(0);
  await expect(current(page).getByRole("heading", { name: "Free Plan" })).toBeVisible();
  await expect(current(page).getByText("active", { exact: true })).toBeVisible();
  await expect(current(page).getByText("$0", { exact: true })).toBeVisible();
  await expect(current(page)).toContainText("Keywords used2 / 3");
  await expect(current(page)).toContainText("Notifications0");
  await expect(current(page)).toContainText("PlanFree");
  const pro = page.getByRole("region", { name: "Pro plan" });
  await expect(pro).toContainText("$9.99CAD per month");
  await page.getByRole("radio", { name: "Yearly Save 17%" }).check();
  await expect(pro).toContainText("$99.99CAD per year");
  await expect(pro).toContainText("Save 17%");
  await expect(pro.getByRole("listitem")).toHaveText([
    "Unlimited keywords",
    "Real-time notifications",
    "Browser and email alerts",
    "Advanced filters and search",
    "Priority support",
    "Slack, Discord, Teams, ntfy and webhooks",
    "Expressions: OR, NEAR, authors, exclusions",
    "Real-time alerts every 10 seconds instead of every 15 minutes",
    "Search and filters in your notifications, and saved views",
    "20,000 matches a day per keyword instead of 2,000",
    "100 followed threads instead of 3",
    "200 places added by URL instead of 10",
  ]);
  await expect(page.getByRole("region", { name: "Free plan" }).getByRole("listitem")).toHaveText([
    "Up to 3 keyword watches",
    "Basic notifications",
    "Email alerts",
    "Web dashboard",
  ]);
  await page.getByText("How can I pay?").click();
  await expect(page.getByText("With Visa, Mastercard, American Express or Discover.")).toBeVisible();
  await page.getByText("What happens when I reach the keyword limit?").click();
  await expect(page.getByText("Free includes 3 keyword watches; Pro is unlimited.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Manage Billing" })).toHaveCount(0);
});

test("upgrading requests the chosen price and disables the button until the payment page opens", async ({
  page,
}) => {
  await arrange(page, null);
  await page.route("**/create-checkout-session", away);
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await expect(page.getByRole("alert").getByText(awayText)).toBeVisible();
  await page.unroute("**/create-checkout-session");

  let requested: unknown;
  let waitUntilSettled = () => {};
  const stored = new Promise<void>((resolve) => (waitUntilSettled = resolve));
  await page.route("**/create-checkout-session", async (route) => {
    requested = route.request().postDataJSON();
    await stored;
    await response(route, 200, { url: new URL("/subscription/cancel", page.url()).href });
  });
  await page.getByRole("radio", { name: "Yearly Save 17%" }).check();
  await page.getByRole("button", { name: "Upgrade to Pro" }).click();
  await expect(page.getByRole("button", { name: "Processing..." })).toBeVisible();
  waitUntilSettled();
  await expect(page).toHaveURL(/\/subscription\/cancel$/);
  expect(requested).toEqual({ priceId: "yearly" });
});

test("Pro shows its badge and the next billing date, without a limit or prices", async ({ page }) => {
  await arrange(page, { status: "active" }, [{}, {}, {}, {}]);
  await expect(page.getByText("Pro Member", { exact: true })).toBeVisible();
  await expect(current(page).getByRole("heading", { name: "Pro Plan" })).toBeVisible();
  await expect(current(page)).toContainText("$9.99CAD per month");
  await expect(current(page).getByText("Next billing date: 21 Jan 2027")).toBeVisible();
  await expect(current(page)).toContainText("Keywords used4 / ∞");
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Upgrade to Pro" })).toHaveCount(0);
  await expect(current(page).getByRole("button", { name: "Manage Billing" })).toBeVisible();
});

test("canceling shows a confirmation with focus on the safe button and refreshes the status", async ({
  page,
}) => {
  const user = await arrange(page, { status: "active" });
  const { createSubscription } = await factories();
  await current(page).getByRole("button", { name: "Cancel Subscription" }).click();
  const send = page.getByRole("alertdialog");
  await expect(
    send.getByText(
      "Are you sure you want to cancel your subscription? You'll lose access to Pro features at the end of your current billing period.",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(send.getByRole("button", { name: "Keep Pro" })).toBeFocused();
  await page.route("**/api/subscriptions/cancel", away);
  await send.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByRole("alert").getByText(unclearText)).toBeVisible();
  await page.unroute("**/api/subscriptions/cancel");

  await page.route("**/api/subscriptions/cancel", async (route) => {
    await createSubscription(user, {
      status: "active",
      cancelAtPeriodEnd: true,
      currentPeriodEnd: periodEnd,
    });
    const subscription = {
      plan: "pro",
      status: "active",
      cancelAtPeriodEnd: true,
      currentPeriodEnd: periodEnd.toISOString(),
    };
    await response(route, 200, { subscription });
  });
  await current(page).getByRole("button", { name: "Cancel Subscription" }).click();
  await send.getByRole("button", { name: "Cancel Subscription" }).click();
  await expect(page.getByText("Your subscription ends on 21 Jan 2027.")).toBeVisible();
  await expect(current(page).getByRole("button", { name: "Reactivate Subscription" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel Subscription" })).toHaveCount(0);
});

test("reactivates an ending subscription", async ({ page }) => {
  const user = await arrange(page, { status: "active", cancelAtPeriodEnd: true });
  const { createSubscription } = await factories();
  await expect(current(page).getByText("Ends 21 Jan 2027")).toBeVisible();
  await page.route("**/api/subscriptions/reactivate", async (route) => {
    await createSubscription(user, {
      status: "active",
      cancelAtPeriodEnd: false,
      currentPeriodEnd: periodEnd,
    });
    const subscription = {
      plan: "pro",
      status: "active",
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      priceId: null,
    };
    await response(route, 200, { subscription });
  });
  await current(page).getByRole("button", { name: "Reactivate Subscription" }).click();
  await expect(page.getByText("Subscription reactivated")).toBeVisible();
  await expect(page.getByText("Your subscription ends on")).toHaveCount(0);
  await expect(current(page).getByRole("button", { name: "Cancel Subscription" })).toBeVisible();
});

test("Manage Billing opens the provider's page in a new tab", async ({ page, context }) => {
  await arrange(page, { status: "active" });
  await page.route("**/create-portal-session", (route) =>
    response(route, 200, { url: new URL("/terms", page.url()).href }),
  );
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Manage Billing" }).click();
  await expect(await opened).toHaveURL(/\/terms$/);
  await expect(page).toHaveURL(/\/subscription$/);
});

test("Manage Billing opens during another change of the plan", async ({ page, context }) => {
  await arrange(page, { status: "active", cancelAtPeriodEnd: true });
  let reactivation: Route | undefined;
  await page.route("**/reactivate", (route) => {
    reactivation = route;
  });
  await page.route("**/create-portal-session", (route) =>
    response(route, 200, { url: new URL("/terms", page.url()).href }),
  );
  await current(page).getByRole("button", { name: "Reactivate Subscription" }).click();
  await expect(current(page).getByRole("button", { name: "Processing..." })).toBeVisible();
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Manage Billing" }).click();
  await expect(await opened).toHaveURL(/\/terms$/);
  await away(reactivation!);
  await expect(page.getByText(unclearText)).toBeVisible();
});

test("shows a failed payment and paused watches", async ({ page }) => {
  await arrange(page, { status: "past_due" }, [{ isActive: false, pausedBy: "plan" }]);
  await expect(page.getByText("Your last payment failed.")).toBeVisible();
  await expect(current(page).getByText("past due")).toBeVisible();
  await page.getByRole("link", { name: "resume them on the Keywords screen" }).click();
  await expect(page).toHaveURL(/\/keywords$/);
});

test("an ended plan keeps paused watches", async ({ page }) => {
  await arrange(page, { status: "canceled" }, [
    {},
    {},
    {},
    { isActive: false, pausedBy: "plan" },
    { isActive: false, pausedBy: "plan" },
  ]);
  await expect(page.getByText("2 watches have been paused since your Pro plan ended.")).toBeVisible();
  await expect(current(page)).toContainText("Keywords used5 / 3");
  await page.getByRole("link", { name: "resume others on the Keywords screen" }).click();
  await expect(page).toHaveURL(/\/keywords$/);
});

test("after payment waits 2 s, then shows Pro", async ({ page }) => {
  await page.clock.install();
  await arrange(page, null);
  await page.route("**/subscriptions/sync", (route) => {
    const subscription = {
      plan: "pro",
      status: "active",
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      priceId: null,
    };
    return response(route, 200, { isPro: true, subscription });
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  const synced = page.waitForResponse("**/subscriptions/sync");
  await page.goto("/subscription/success?session_id=cs_test_123");
  await synced;
  await page.clock.runFor(1_900);
  await expect(page.getByText("Processing your subscription...")).toBeVisible();
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "Welcome to Pro!" })).toBeVisible();
  await expect(page.getByText("Unlimited keywords")).toBeVisible();
  await expect(page.getByText("cs_test_123")).toBeVisible();
  await expect(page.getByText("A confirmation email will follow.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute("href", "/dashboard");
  await page.getByRole("link", { name: "Add Your First Keyword" }).click();
  await expect(page).toHaveURL(/\/keywords$/);
});

test("an unconfirmed payment shows Retry and the support address", async ({ page }) => {
  await arrange(page, null);
  await page.goto("/subscription/success?session_id=cs_test_unknown");
  await expect(
    page.getByRole("heading", { name: "We haven't been able to confirm your payment yet" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "support@earshot.example" })).toBeVisible();
  await expect(page.getByText("cs_test_unknown")).toBeVisible();
  await page.route("**/subscriptions/sync", away);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Processing your subscription...")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "We haven't been able to confirm your payment yet" }),
  ).toBeVisible();
});

test("returning without a payment shows the canceled screen", async ({ page }) => {
  await arrange(page, null);
  await page.goto("/subscription/cancel");
  await expect(page.getByRole("heading", { name: "Payment Cancelled" })).toBeVisible();
  await expect(page.getByText("You're still on the Free plan")).toBeVisible();
  await expect(page.getByRole("link", { name: "support@earshot.example" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to Dashboard" })).toBeVisible();
  await page.getByRole("link", { name: "Try Pro Again" }).click();
  await expect(page).toHaveURL(/\/subscription$/);
});

test("returning from a second checkout after a payment shows the plan", async ({ page }) => {
  await arrange(page, { status: "active" });
  await page.goto("/subscription/cancel");
  await expect(page).toHaveURL(/\/subscription$/);
  await expect(current(page).getByRole("heading", { name: "Pro Plan" })).toBeVisible();
});

test("a yearly subscription shows the yearly price", async ({ page }) => {
  const { createSubscription, createUser } = await factories();
  const user = await createUser({ firstName: "Maya" });
  await createSubscription(user, { priceId: "price_yearly" });
  await signInAs(page, user);
  await page.goto("/subscription");
  const plan = page.getByRole("region", { name: "Current plan" });
  await expect(plan).toContainText("$99.99CAD per year");
  await expect(page.getByText("$9.99", { exact: false })).toHaveCount(0);
});
