import type { Metadata } from "next";
import { canonicalEmail } from "@/domain/text/email-address";
import { env } from "@/env";
import { AuthScreen } from "@/features/auth/auth-screen";
import { VerifyPending } from "@/features/auth/verify-pending";
import { VerifyToken } from "@/features/auth/verify-token";
import { findUser } from "@/server/http/page-session";
import { profileView } from "@/server/accounts/user-view";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Verify your email" };

async function isOwnAddress(email: string | null): Promise<boolean> {
  const user = await findUser();
  if (user === null || email === null) return false;
  const own = await profileView(user, new Date());
  return [own.email, own.pendingEmail].some(
    (one) => one !== null && canonicalEmail(one) === canonicalEmail(email),
  );
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function VerifyEmailPage({ searchParams }: { searchParams: Search }) {
  const { token, email: emailParameter, change } = await searchParams;
  const email = typeof emailParameter === "string" && emailParameter !== "" ? emailParameter : null;
  const sites = await readSites();
  const canRegister = env().REGISTRATION === "open";
  return (
    <AuthScreen sites={sites}>
      {typeof token === "string" && token !== "" ? (
        <VerifyToken
          token={token}
          email={email}
          isOwn={await isOwnAddress(email)}
          isChange={change === "1"}
        />
      ) : (
        <VerifyPending email={email} canRegister={canRegister} />
      )}
    </AuthScreen>
  );
}
