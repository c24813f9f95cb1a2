import type { Metadata } from "next";
import { AuthScreen } from "@/features/auth/auth-screen";
import { VerifyPending } from "@/features/auth/verify-pending";
import { VerifyToken } from "@/features/auth/verify-token";
import { findUser } from "@/server/http/page-session";
import { profileView } from "@/server/accounts/user-view";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Verify your email" };

/** The address of a link, where it is the one that whoever is signed in has or has asked for. */
async function ownAddress(email: string | string[] | undefined): Promise<string | null> {
  const user = await findUser();
  if (user === null || typeof email !== "string") return null;
  const own = await profileView(user, new Date());
  return [own.email, own.pendingEmail].includes(email) ? email : null;
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function VerifyEmailPage({ searchParams }: { searchParams: Search }) {
  const { token, email } = await searchParams;
  return (
    <AuthScreen sites={await readSites()}>
      {typeof token === "string" && token !== "" ? (
        <VerifyToken token={token} ownAddress={await ownAddress(email)} />
      ) : (
        <VerifyPending email={typeof email === "string" && email !== "" ? email : null} />
      )}
    </AuthScreen>
  );
}
