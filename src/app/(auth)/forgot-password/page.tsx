import type { Metadata } from "next";
import Link from "next/link";
import { AuthHeading, AuthScreen, OtherWays } from "@/features/auth/auth-screen";
import { ForgotForm } from "@/features/auth/forgot-form";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Forgot password" };

export default async function ForgotPasswordPage() {
  return (
    <AuthScreen sites={await readSites()}>
      <AuthHeading
        title="Forgot password"
        text="We'll email you a link to reset your password. It expires in 1 hour."
      />
      <ForgotForm />
      <OtherWays>
        <Link href="/login">Back to Login</Link>
      </OtherWays>
    </AuthScreen>
  );
}
