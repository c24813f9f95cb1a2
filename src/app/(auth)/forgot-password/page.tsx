import type { Metadata } from "next";
import Link from "next/link";
import { AuthHeading, AuthScreen, OtherWays } from "@/features/auth/auth-screen";
import { ForgotForm } from "@/features/auth/forgot-form";

export const metadata: Metadata = { title: "Forgot password" };

export default function ForgotPasswordPage() {
  return (
    <AuthScreen>
      <AuthHeading
        title="Forgot password"
        text="We send you a link to choose a new one. It works for 1 hour."
      />
      <ForgotForm />
      <OtherWays>
        <Link href="/login">Back to Login</Link>
      </OtherWays>
    </AuthScreen>
  );
}
