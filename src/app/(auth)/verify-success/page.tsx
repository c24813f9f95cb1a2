import type { Metadata } from "next";
import Link from "next/link";
import { verifyFailed, verifySucceeded } from "@/contract/auth";
import { ContinueToLogin } from "@/features/auth/continue-to-login";

export const metadata: Metadata = { title: "Email verification" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function VerifySuccessPage({ searchParams }: { searchParams: Search }) {
  const { email, message } = await searchParams;
  if (!email || message !== verifySucceeded) {
    return (
      <>
        <h1 className="text-30 font-semibold">Verification Failed: {verifyFailed}</h1>
        <Link href="/login">Go to Login</Link>
      </>
    );
  }
  return (
    <>
      <h1 className="text-30 font-semibold">Email Verified!</h1>
      <p>You can sign in now.</p>
      <Link href="/login">Go to Login Now</Link>
      <ContinueToLogin />
    </>
  );
}
