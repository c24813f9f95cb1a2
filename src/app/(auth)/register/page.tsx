import type { Metadata } from "next";
import Link from "next/link";
import { AuthHeading, AuthScreen, OtherWays, type Quotation } from "@/features/auth/auth-screen";
import { RegisterForm } from "@/features/auth/register-form";
import { ResumeSession } from "@/features/auth/resume-session";
import { freeText } from "@/domain/plan-texts";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Create account" };

const quotation: Quotation = {
  text: "Is there invoice software that does CAD and USD without me doing the maths twice?",
  keyword: "invoice software",
  source: "r/freelance",
  when: "comment, 13:41",
};

export default async function RegisterPage() {
  return (
    <AuthScreen sites={await readSites()} quotation={quotation}>
      <AuthHeading title="Create account" text={freeText} />
      <RegisterForm />
      <OtherWays>
        <span>
          Have an account? <Link href="/login">Sign in</Link>
        </span>
      </OtherWays>
      <ResumeSession />
    </AuthScreen>
  );
}
