import type { Metadata } from "next";
import { landingTitle } from "@/domain/site-texts";
import { ResumeSession } from "@/features/auth/resume-session";
import { About } from "@/features/landing/about";
import { Extension } from "@/features/landing/extension";
import { Features } from "@/features/landing/features";
import { Hero } from "@/features/landing/hero";
import { Pricing } from "@/features/landing/pricing";
import { Promises } from "@/features/landing/promises";
import { Steps } from "@/features/landing/steps";
import { readOperator } from "./operator";

export const metadata: Metadata = {
  title: { absolute: landingTitle },
  alternates: { canonical: "/" },
};

export default async function LandingPage() {
  // Must come first: settings are read per request, never at build time.
  const operator = await readOperator();
  return (
    <main id="main" className="overflow-x-clip text-16">
      <Hero isOpen={operator.isOpen} hasBilling={operator.hasBilling} />
      <Features />
      <Promises />
      <Steps />
      {operator.hasBilling && <Pricing isOpen={operator.isOpen} />}
      <Extension />
      <About operator={operator} />
      <ResumeSession />
    </main>
  );
}
