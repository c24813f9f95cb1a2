import type { Metadata } from "next";
import { canonicalEmail } from "@/domain/text/email-address";
import { verifyFailed, verifySucceeded } from "@/contract/auth";
import { AuthScreen } from "@/features/auth/auth-screen";
import { ContinueToLogin } from "@/features/auth/continue-to-login";
import { Outcome } from "@/features/auth/outcome";
import { OwnAddressVerified } from "@/features/auth/own-address-verified";
import { userView } from "@/server/accounts/user-view";
import { findUser } from "@/server/http/page-session";
import { ButtonLink } from "@/ui/button-link";
import { readSites } from "@/app/sites";

export const metadata: Metadata = { title: "Email verification" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function VerifySuccessPage({ searchParams }: { searchParams: Search }) {
  const { email, message } = await searchParams;
  const isVerified = typeof email === "string" && email !== "" && message === verifySucceeded;
  const user = isVerified ? await findUser() : null;
  if (isVerified && user !== null && user.email === canonicalEmail(email)) {
    return (
      <AuthScreen sites={await readSites()}>
        <OwnAddressVerified address={userView(user).email} />
      </AuthScreen>
    );
  }
  return (
    <AuthScreen sites={await readSites()}>
      <Outcome
        look={isVerified ? "ok" : "bad"}
        title={isVerified ? "Email Verified!" : `Verification Failed: ${verifyFailed}`}
        text={isVerified ? "You can now sign in. Redirecting in 3 seconds…" : "Sign in to get a new link."}
      >
        <ButtonLink href="/login" look="primary" size="lg">
          {isVerified ? "Go to Login Now" : "Go to Login"}
        </ButtonLink>
      </Outcome>
      {isVerified && <ContinueToLogin />}
    </AuthScreen>
  );
}
