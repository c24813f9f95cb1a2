import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Hero } from "@/features/landing/hero";
import { Pricing } from "@/features/landing/pricing";
import { sampleMatches } from "@/features/landing/sample";
import { SiteFooter } from "@/features/landing/site-footer";
import { SiteHeader } from "@/features/landing/site-header";

const operator = (isOpen: boolean) => ({
  ...{ name: "An operator", address: "A street", supportEmail: "support@earshot.example" },
  ...{
    sites: ["Hacker News"],
    isOpen,
    hasFeeds: true,
    hasBilling: true,
    hasUpstash: true,
    hasResend: true,
    hasTelegram: true,
  },
});

const on = [{ id: "hackernews", name: "Hacker News" }];

/** Parts of the public pages that link to the app. */
const parts: [string, (isOpen: boolean) => ReactElement][] = [
  ["header", (isOpen) => <SiteHeader isOpen={isOpen} hasBilling />],
  ["hero", (isOpen) => <Hero operator={operator(isOpen)} samples={sampleMatches(on)} siteCount={1} />],
  ["prices", (isOpen) => <Pricing isOpen={isOpen} />],
  ["footer", (isOpen) => <SiteFooter operator={operator(isOpen)} />],
];

test.each(parts)("%s: links only to sign-in if accounts are by invitation", (_name, part) => {
  const [open, closed] = [renderToStaticMarkup(part(true)), renderToStaticMarkup(part(false))];
  expect(open).toContain('href="/register"');
  expect(closed).not.toMatch(/register|Sign Up|Get Started|Start Monitoring/);
  expect(closed).toContain('href="/login"');
});
