"use client";

import Link from "next/link";
import { useEffect, useState, useSyncExternalStore } from "react";
import { carriedEmail } from "./carried-email";
import { EmailVerified } from "./email-verified";
import { pendingEmail } from "./pending-email";
import { Outcome } from "./outcome";
import { OutcomeRegion } from "./outcome-region";
import { ResendButton } from "./resend-button";

const noSubscription = () => () => undefined;

/** Notices when the link is opened in another tab. */
export function VerifyPending({ email, canRegister }: { email: string | null; canRegister: boolean }) {
  // Undefined during server rendering, which can't read localStorage.
  const storedEmail = useSyncExternalStore(noSubscription, pendingEmail.read, () => undefined);
  const address = email ?? storedEmail;
  const [verified, setVerified] = useState<string | null>(null);
  useEffect(
    () => pendingEmail.onVerified((one) => (email === null || one === email) && setVerified(one)),
    [email],
  );
  return (
    <OutcomeRegion outcome={verified === null ? null : <EmailVerified email={verified} />}>
      <Outcome
        look="mail"
        title="Verify your email"
        text={
          <>
            We sent a link to{" "}
            {!address ? "your email address" : <strong className="font-semibold text-ink">{address}</strong>}.
            It expires in 24 hours. Can&apos;t find it? Check your spam folder.
          </>
        }
      >
        <div>
          <ResendButton
            email={address ?? null}
            succeeded={(message) => message}
            failed="Failed to resend verification email"
            isGood={(result) => result.includes("successfully")}
          />
          {address === null && (
            <p className="mt-2 text-13 text-ink-3">
              To get another link, sign in and choose Resend Verification Email.
            </p>
          )}
        </div>
        <p className="flex w-full flex-wrap gap-x-5 gap-y-1 pt-4">
          <Link href="/login">Back to Login</Link>
          {canRegister && (
            // The name stays filled in. The account with the wrong address is never confirmed, so it is deleted.
            <Link href="/register" onClick={carriedEmail.clear}>
              Wrong address? Correct it
            </Link>
          )}
        </p>
      </Outcome>
    </OutcomeRegion>
  );
}
