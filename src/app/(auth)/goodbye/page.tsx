import type { Metadata } from "next";
import { env } from "@/env";
import { AuthScreen } from "@/features/auth/auth-screen";
import { Outcome } from "@/features/auth/outcome";
import { ButtonLink } from "@/ui/button-link";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Goodbye", robots: { index: false } };

export default async function GoodbyePage() {
  // Must come first: settings are read per request, never at build time.
  const sites = await readSites();
  return (
    <AuthScreen sites={sites}>
      <Outcome
        look="ok"
        title="Your account has been deleted"
        text={`We've deleted your watches, notifications, channels and API keys. Alerts have stopped${env().BILLING === "on" ? ", and you won't be charged again" : ""}. Thanks for using Earshot.`}
      >
        <ButtonLink href="/" look="primary" size="lg">
          Back to home
        </ButtonLink>
      </Outcome>
    </AuthScreen>
  );
}
