import type { Metadata } from "next";
import Link from "next/link";
import { RegisterForm } from "@/features/auth/register-form";
import { ResumeSession } from "@/features/auth/resume-session";

export const metadata: Metadata = { title: "Create account" };

export default function RegisterPage() {
  return (
    <>
      <h1 className="text-30 font-semibold">Create account</h1>
      <RegisterForm />
      <p>
        Already have an account? <Link href="/login">Sign in</Link>
      </p>
      <ResumeSession />
    </>
  );
}
