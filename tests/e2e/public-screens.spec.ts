import { expect } from "@playwright/test";
import { test, waitForHydration } from "../support/e2e-person";

interface Screen {
  path: string;
  heading: string;
  texts: readonly string[];
  links: readonly (readonly [name: string, href: string])[];
}

const operator = "Earshot test operator";
const back = ["Back to home", "/"] as const;
const screens: readonly Screen[] = [
  {
    path: "/",
    heading: "Hear when somebody says your name",
    texts: [
      ...["Keyword tracking", "Instant notifications", "Privacy first"],
      ...["Add Keywords", "Choose Subreddits", "Get Notified", "Take Action"],
      ...["Up to 3 keyword watches", "Basic notifications", "Email alerts", "Web dashboard"],
      ...["Unlimited keywords", "Real-time notifications", "Browser and email alerts", "Priority support"],
      ...["Advanced filters and search", "AI insights", "Coming soon", "Browser extension", "Save 17%"],
      ...["$9.99", "CAD per month", "$99.99", "CAD per year", "About", "Business details", operator],
      ...[
        "1 Test Street, Toronto",
        "Earshot is not affiliated with Reddit, Hacker News, Lobsters, Bluesky, GitHub, Stack Exchange, the Fediverse or news sites.",
      ],
    ],
    links: [
      ["Sign In", "/login"],
      ["Get Started", "/register"],
      ["Start Monitoring Free", "/register"],
      ["Learn More", "#how-it-works"],
      ["Sign Up", "/register"],
      ["Contact", "/#contact"],
      ["Privacy", "/privacy"],
      ["Terms", "/terms"],
      ["Refund", "/refund"],
      ["support@earshot.example", "mailto:support@earshot.example"],
    ],
  },
  {
    path: "/login",
    heading: "Sign in",
    texts: ["Email", "Password"],
    links: [
      ["Create account", "/register"],
      ["Verify email", "/verify-email"],
      ["Forgot password", "/forgot-password"],
    ],
  },
  {
    path: "/register",
    heading: "Create account",
    texts: ["First name", "Last name", "Email", "Password", "Confirm password"],
    links: [["Sign in", "/login"]],
  },
  {
    path: "/verify-email?email=maya@tidewater.example",
    heading: "Verify your email",
    texts: ["We sent a link to", "maya@tidewater.example", "spam folder", "Resend Verification Email"],
    links: [["Back to Login", "/login"]],
  },
  {
    path: "/verify-success?email=maya@tidewater.example&message=Email+verified+successfully",
    heading: "Email Verified!",
    texts: [],
    links: [["Go to Login Now", "/login"]],
  },
  {
    path: "/verify-success?email=maya@tidewater.example&message=Something+else",
    heading: "Verification Failed: Invalid verification link or verification failed",
    texts: [],
    links: [["Go to Login", "/login"]],
  },
  {
    path: "/forgot-password",
    heading: "Forgot password",
    texts: ["Email", "Send link"],
    links: [["Back to Login", "/login"]],
  },
  {
    path: "/reset-password?token=some",
    heading: "Choose a new password",
    texts: ["New password", "Confirm password", "Save password"],
    links: [],
  },
  {
    path: "/reset-password",
    heading: "This link is incomplete",
    texts: [],
    links: [["Forgot password", "/forgot-password"]],
  },
  {
    path: "/privacy",
    heading: "Privacy policy",
    texts: [
      "90 days",
      "30 days",
      "48 hours",
      "under 13",
      "CASL",
      "Law 25",
      "pendingVerificationEmail",
      operator,
    ],
    links: [back, ["Sign In", "/login"]],
  },
  {
    path: "/terms",
    heading: "Terms of service",
    texts: ["under 13", "9.99 CAD per month", "99.99 CAD per year", "30-day money-back guarantee", operator],
    links: [back, ["refund policy", "/refund"]],
  },
  {
    path: "/refund",
    heading: "Refund policy",
    texts: [
      "30-day money-back guarantee",
      "2-3 business days",
      "5-10 business days",
      "downgraded to free",
      operator,
    ],
    links: [back],
  },
];

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  for (const { path, heading, texts, links } of screens) {
    test(`${path} is complete in the served HTML`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      for (const text of texts) await expect(page.locator("body")).toContainText(text);
      for (const [name, href] of links) {
        await expect(page.getByRole("link", { name, exact: true }).first()).toHaveAttribute("href", href);
      }
    });
  }
});

test("the landing page links to its explanation and shows the yearly price", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Learn More" }).click();
  await expect(page).toHaveURL(/\/#how-it-works$/);
  await expect(page.getByRole("heading", { name: "Set it up once in four steps" })).toBeInViewport();
  const pricing = page.getByRole("region", { name: "Two plans" });
  await expect(pricing.getByText("$9.99")).toBeVisible();
  await expect(pricing.getByText("$99.99")).toBeHidden();
  await pricing.getByRole("radio", { name: /Yearly/ }).check();
  await expect(pricing.getByText("$9.99", { exact: true })).toBeHidden();
  await expect(pricing.getByText("$99.99")).toBeVisible();
});

test("a search that fails is announced, and a missing name focuses the field", async ({ page }) => {
  await page.route("**/api/preview", (route) => route.fulfill({ status: 429, json: { retryAfter: 60 } }));
  await page.goto("/");
  await waitForHydration(page);
  const box = page.getByRole("region", { name: "See what it would have caught" });
  const field = box.getByLabel("Name or URL");
  const show = box.getByRole("button", { name: "Show matches" });
  await show.click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Enter a name or a URL.");
  await field.fill("tidewater");
  await show.click();
  await expect(box.getByRole("alert")).toHaveText("You've searched a lot. Try again in a minute.");
});

test("the hero shows real examples with the keywords marked", async ({ page }) => {
  await page.goto("/");
  const example = page.getByRole("group", { name: "Example of Earshot's matches" });
  await expect(example.getByRole("article")).toHaveCount(3);
  await expect(example.locator("article mark")).toHaveText([
    "Tidewater",
    "invoice software",
    "late payments",
  ]);
  await expect(example.getByRole("article")).toContainText(["Just now", "1h ago", "2h ago"]);
});

test("robots.txt and the sitemap contain this site's URL", async ({ request, baseURL }) => {
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  expect(robots).toContain("Disallow: /dashboard");
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const path of ["/", "/login", "/register", "/privacy", "/terms", "/refund"]) {
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  }
});

test("an unknown URL shows our 404 page with a link back", async ({ page }) => {
  expect((await page.goto("/_next/no-such-thing"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Earshot" }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});
