import type { Metadata } from "next";
import { AuthScreen } from "@/features/auth/auth-screen";
import { VerifyPending } from "@/features/auth/verify-pending";
import { VerifyToken } from "@/features/auth/verify-token";

export const metadata: Metadata = { title: "Verify your email" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function VerifyEmailPage({ searchParams }: { searchParams: Search }) {
  const { token, email } = await searchParams;
  return (
    <AuthScreen>
      {typeof token === "string" && token !== "" ? (
        <VerifyToken token={token} />
      ) : (
        <VerifyPending email={typeof email === "string" && email !== "" ? email : null} />
      )}
    </AuthScreen>
  );
}
