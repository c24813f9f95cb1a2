import type { Metadata } from "next";
import Link from "next/link";
import { LoginForm } from "@/features/auth/login-form";
import { ResumeSession } from "@/features/auth/resume-session";

export const metadata: Metadata = { title: "Sign in" };

export default function LoginPage() {
  return (
    <>
      <h1 className="text-30 font-semibold">Sign in</h1>
      <LoginForm />
      <nav aria-label="Account" className="flex flex-wrap gap-6">
        <Link href="/register">Create account</Link>
        <Link href="/verify-email">Verify your email</Link>
      </nav>
      <ResumeSession />
    </>
  );
}
