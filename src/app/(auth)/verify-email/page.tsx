import type { Metadata } from "next";
import { VerifyPending, VerifyToken } from "@/features/auth/verify-email";

export const metadata: Metadata = { title: "Verify your email" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function VerifyEmailPage({ searchParams }: { searchParams: Search }) {
  const { token, email } = await searchParams;
  if (typeof token === "string" && token !== "") return <VerifyToken token={token} />;
  return <VerifyPending email={typeof email === "string" && email !== "" ? email : null} />;
}
