import type { Metadata } from "next";
import Link from "next/link";
import { AuthHeading, AuthScreen, OtherWays } from "@/features/auth/auth-screen";
import { LoginForm } from "@/features/auth/login-form";
import { ResumeSession } from "@/features/auth/resume-session";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage() {
  return (
    <AuthScreen sites={await readSites()}>
      <AuthHeading title="Sign in" text="Good to have you back." />
      <LoginForm />
      <OtherWays>
        <Link href="/register">Create account</Link>
        <Link href="/verify-email">Verify email</Link>
        <Link href="/forgot-password">Forgot password</Link>
      </OtherWays>
      <ResumeSession />
    </AuthScreen>
  );
}
