import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { Nav } from "@/features/frame/nav";
import { Hero } from "@/features/landing/hero";
import { sampleMatches } from "@/features/landing/sample";
import { SiteFooter } from "@/features/landing/site-footer";
import { SiteHeader } from "@/features/landing/site-header";
import { PrivacyPolicy } from "@/features/legal/privacy";
import { RefundPolicy } from "@/features/legal/refund";
import { Terms } from "@/features/legal/terms";
import { SubscriptionScreen } from "@/features/subscription/subscription-screen";

vi.mock("next/navigation", () => ({
  usePathname: () => "/dashboard",
  useRouter: () => ({ refresh: () => undefined }),
}));

const operator = (hasBilling: boolean) => ({
  name: "An operator",
  address: "A street",
  supportEmail: "support@earshot.example",
  sites: ["Hacker News"],
  isOpen: true,
  hasBilling,
  hasResend: true,
  hasTelegram: true,
  hasUpstash: true,
  hasFeeds: true,
});
const served = (isPro: boolean) => ({
  status: {
    isPro,
    subscription: {
      plan: isPro ? ("pro" as const) : ("free" as const),
      status: "active",
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      priceId: null,
    },
  },
  usage: { keywordCount: 4, keywordLimit: null, notificationCount: 2, pausedByPlan: 0 },
});

const on = [{ id: "hackernews", name: "Hacker News" }];

/** UI parts that mention a price, a plan or the payment provider. */
const parts: [string, (hasBilling: boolean) => ReactElement][] = [
  ["header", (hasBilling) => <SiteHeader isOpen hasBilling={hasBilling} />],
  [
    "hero",
    (hasBilling) => <Hero operator={operator(hasBilling)} samples={sampleMatches(on)} siteCount={1} />,
  ],
  ["footer", (hasBilling) => <SiteFooter operator={operator(hasBilling)} />],
  ["sidebar", (hasBilling) => <Nav unread={null} hasBilling={hasBilling} />],
  ["terms", (hasBilling) => <Terms operator={operator(hasBilling)} />],
  ["refund", (hasBilling) => <RefundPolicy operator={operator(hasBilling)} />],
  ["privacy", (hasBilling) => <PrivacyPolicy operator={operator(hasBilling)} />],
  [
    "plan",
    (hasBilling) => (
      <SubscriptionScreen served={served(!hasBilling)} timeZone="UTC" hasBilling={hasBilling} />
    ),
  ],
];
const priced =
  /Pricing|Free for 3|Start Monitoring Free|Stripe|Upgrade|in CAD|CAD per|\$\d|\/subscription|money|a subscription|Manage Billing|Cancel Subscription/;

describe.each(parts)("%s", (_name, part) => {
  test("mentions prices only if billing is on", () => {
    expect(renderToStaticMarkup(part(true))).toMatch(priced);
    expect(renderToStaticMarkup(part(false))).not.toMatch(priced);
  });
});

test("the plan screen without billing shows usage and that everything is included", () => {
  const html = renderToStaticMarkup(
    <SubscriptionScreen served={served(true)} timeZone="UTC" hasBilling={false} />,
  );
  expect(html).toContain("Everything is included");
  expect(html).toMatch(/>4 \/ /);
});

test.each([
  ["hasUpstash", "Upstash"],
  ["hasResend", "Resend"],
  ["hasTelegram", "For Telegram,"],
])("the privacy page mentions %s only if it is true", (provider, name) => {
  const page = (isUsed: boolean) =>
    renderToStaticMarkup(<PrivacyPolicy operator={{ ...operator(true), [provider]: isUsed }} />);
  expect([page(true).includes(name), page(false).includes(name)]).toEqual([true, false]);
});
