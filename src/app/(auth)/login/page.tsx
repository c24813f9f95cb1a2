import type { Metadata } from "next";
import Link from "next/link";
import { env } from "@/env";
import { AuthHeading, AuthScreen, OtherWays } from "@/features/auth/auth-screen";
import { PreserveIntent } from "@/features/auth/preserve-intent";
import { LoginForm } from "@/features/auth/login-form";
import { ResumeSession } from "@/features/auth/resume-session";
import { type IntentSearch, parseIntent } from "@/app/intent";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: { searchParams: IntentSearch }) {
  // Must come first: settings are read per request, never at build time.
  const sites = await readSites();
  return (
    <AuthScreen sites={sites}>
      <AuthHeading title="Sign in" text="Welcome back." />
      <LoginForm />
      <OtherWays>
        {env().REGISTRATION === "open" && <Link href="/register">Create account</Link>}
        <Link href="/verify-email">Verify email</Link>
        <Link href="/forgot-password">Forgot password</Link>
      </OtherWays>
      <PreserveIntent {...await parseIntent(searchParams)} />
      <ResumeSession />
    </AuthScreen>
  );
}
