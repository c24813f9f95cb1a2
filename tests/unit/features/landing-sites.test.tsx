import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { landingTitle, productText } from "@/domain/reading/site-texts";
import { About } from "@/features/landing/about";
import { Extension } from "@/features/landing/extension";
import { Features } from "@/features/landing/features";
import { Hero } from "@/features/landing/hero";
import { Promises } from "@/features/landing/promises";
import { sampleMatches, type ShownSite } from "@/features/landing/sample";
import { SiteFooter } from "@/features/landing/site-footer";
import { SitesRow } from "@/features/landing/sites-row";
import { Steps } from "@/features/landing/steps";
import { TryIt } from "@/features/landing/try-it";

const hackernews = { id: "hackernews", name: "Hacker News" };
const bluesky = { id: "bluesky", name: "Bluesky" };
const reddit = { id: "reddit", name: "Reddit" };

/** The landing page of a server that reads these sites. */
function landingOf(sites: ShownSite[]): string {
  const names = sites.map(({ name }) => name);
  const operator = {
    ...{ name: "An operator", address: "A street", supportEmail: "support@earshot.example" },
    ...{
      sites: names,
      isOpen: true,
      hasFeeds: false,
      hasBilling: true,
      hasUpstash: true,
      hasResend: true,
      hasTelegram: true,
    },
  };
  const samples = sampleMatches(sites);
  const page = renderToStaticMarkup(
    <>
      <Hero operator={operator} samples={samples} siteCount={sites.length} />
      <SitesRow sites={sites} />
      <TryIt isOpen hasBilling sites={sites} />
      <Features sites={sites} samples={samples} hasTelegram={false} />
      <Promises />
      <Steps sites={sites} />
      <Extension samples={samples} />
      <About operator={operator} />
      <SiteFooter operator={operator} />
    </>,
  );
  return `${landingTitle(names)} ${productText(names)} ${page}`;
}

test("names no site that is off", () => {
  expect(landingOf([hackernews, bluesky])).not.toMatch(/reddit|\br\//i);
  expect(landingOf([reddit, hackernews])).not.toContain("Bluesky");
});

test("keeps the specified label where Reddit is read", () => {
  expect(landingOf([reddit, hackernews])).toContain("Choose Subreddits");
});

test("names the site in the headline if it is the only one", () => {
  expect(landingOf([hackernews])).toContain("hear when Hacker News says your name");
  expect(landingOf([hackernews, bluesky])).toContain("hear when somebody says your name");
});
