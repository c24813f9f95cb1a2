import type { Metadata } from "next";
import { env } from "@/env";
import { landingTitle } from "@/domain/reading/site-texts";
import { ResumeSession } from "@/features/auth/resume-session";
import { About } from "@/features/landing/about";
import { Extension } from "@/features/landing/extension";
import { Features } from "@/features/landing/features";
import { Hero } from "@/features/landing/hero";
import { Pricing } from "@/features/landing/pricing";
import { Promises } from "@/features/landing/promises";
import { sampleMatches } from "@/features/landing/sample";
import { SitesRow } from "@/features/landing/sites-row";
import { Steps } from "@/features/landing/steps";
import { TryIt } from "@/features/landing/try-it";
import { readSites } from "@/app/sites";
import { listSites } from "@/server/reading/places";
import { readOperator } from "./operator";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { absolute: landingTitle(await readSites()) }, alternates: { canonical: "/" } };
}

export default async function LandingPage() {
  // Must come first: settings are read per request, never at build time.
  const operator = await readOperator();
  const on = listSites().sites.filter(({ isOn }) => isOn);
  const samples = sampleMatches(on);
  return (
    <main id="main" className="overflow-x-clip text-16">
      <Hero operator={operator} samples={samples} siteCount={on.length} />
      {on.length > 1 && <SitesRow sites={on} />}
      <TryIt isOpen={operator.isOpen} hasBilling={operator.hasBilling} sites={on} />
      <Features sites={on} samples={samples} hasTelegram={env().TELEGRAM_BOT_TOKEN !== undefined} />
      <Promises />
      <Steps sites={on} />
      {operator.hasBilling && <Pricing isOpen={operator.isOpen} />}
      <Extension samples={samples} />
      <About operator={operator} />
      <ResumeSession />
    </main>
  );
}
