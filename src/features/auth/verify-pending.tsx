"use client";

import Link from "next/link";
import { useSyncExternalStore } from "react";
import { pendingEmail } from "./pending-email";
import { Outcome } from "./outcome";
import { ResendButton } from "./resend-button";

const noSubscription = () => () => undefined;

/** Shows where the link was sent and offers to resend it. */
export function VerifyPending({ email }: { email: string | null }) {
  // Undefined during server rendering, which can't read localStorage.
  const retained = useSyncExternalStore(noSubscription, pendingEmail.read, () => undefined);
  const address = email ?? retained;
  return (
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
      <p className="w-full pt-4">
        <Link href="/login">Back to Login</Link>
      </p>
    </Outcome>
  );
}
