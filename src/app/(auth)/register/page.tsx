import type { Metadata } from "next";
import Link from "next/link";
import { env, isBillingOn } from "@/env";
import { AuthHeading, AuthScreen, OtherWays, type Quotation } from "@/features/auth/auth-screen";
import { Outcome } from "@/features/auth/outcome";
import { RegisterForm } from "@/features/auth/register-form";
import { ResumeSession } from "@/features/auth/resume-session";
import { PreserveIntent } from "@/features/auth/preserve-intent";
import type { SignupIntent } from "@/browser/signup-intent";
import { offerText, proPrices } from "@/domain/plans/plan-texts";
import { ButtonLink } from "@/ui/button-link";
import { type IntentSearch, parseIntent } from "@/app/intent";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Create account" };

const quotation: Quotation = {
  text: "Is there invoice software that does CAD and USD without me doing the math twice?",
  keyword: "invoice software",
  source: "r/freelance",
  when: "comment, 13:41",
};

export default async function RegisterPage({ searchParams }: { searchParams: IntentSearch }) {
  // Must come first: settings are read per request, never at build time.
  const sites = await readSites();
  const intent = await parseIntent(searchParams);
  return (
    <AuthScreen sites={sites} quotation={quotation}>
      {env().REGISTRATION === "closed" ? <ClosedRegistration /> : <OpenRegistration {...intent} />}
      <ResumeSession />
    </AuthScreen>
  );
}

function OpenRegistration({ plan, keyword }: SignupIntent) {
  const text =
    plan === undefined
      ? offerText(isBillingOn())
      : `Create your account first. Then you can upgrade to Pro, ${proPrices[plan].amount} ${proPrices[plan].unit}.`;
  return (
    <>
      <AuthHeading title="Create account" text={text} />
      {keyword !== undefined && (
        <p className="mb-6 text-ink-2">
          We&apos;ll start with “<bdi className="wrap-anywhere">{keyword}</bdi>”.
        </p>
      )}
      <RegisterForm />
      <PreserveIntent plan={plan} keyword={keyword} />
      <OtherWays>
        <span>
          Have an account? <Link href="/login">Sign in</Link>
        </span>
      </OtherWays>
    </>
  );
}

function ClosedRegistration() {
  const { SUPPORT_EMAIL } = env();
  const text = (
    <>
      This server is invite-only. To request an invitation, email{" "}
      <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
    </>
  );
  return (
    <Outcome look="mail" title="Registration is closed" text={text}>
      <ButtonLink href="/login" look="primary" size="lg">
        Sign in
      </ButtonLink>
    </Outcome>
  );
}
