import type { Metadata } from "next";
import { AuthScreen } from "@/features/auth/auth-screen";
import { InvitedForm } from "@/features/auth/invited-form";
import { Outcome } from "@/features/auth/outcome";
import { ResetForm } from "@/features/auth/reset-form";
import { needsNames } from "@/server/accounts/invitations";
import { ButtonLink } from "@/ui/button-link";
import { readSites } from "@/app/sites";

// The URL contains the reset token, so don't send it as a referrer.
export const metadata: Metadata = { title: "Choose a new password", referrer: "no-referrer" };

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function ResetPasswordPage({ searchParams }: { searchParams: Search }) {
  const { token } = await searchParams;
  return (
    <AuthScreen sites={await readSites()}>
      {typeof token === "string" && token !== "" ? (
        (await needsNames(token, new Date())) ? (
          <InvitedForm token={token} />
        ) : (
          <ResetForm token={token} />
        )
      ) : (
        <Outcome
          look="bad"
          title="This link is incomplete"
          text="Open the link in the email again, or request a new one."
        >
          <ButtonLink href="/forgot-password" look="primary" size="lg">
            Forgot password
          </ButtonLink>
        </Outcome>
      )}
    </AuthScreen>
  );
}
