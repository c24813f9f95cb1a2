"use client";

import Link from "next/link";
import { useEffect, useState, useSyncExternalStore } from "react";
import { messageAnswer, resendSucceeded } from "@/contract/auth";
import { api } from "@/contract/browser";
import { AppError } from "@/contract/errors";
import { Button } from "@/ui/button";
import { pendingEmail } from "./pending-email";
import { ResendButton } from "./resend-button";

type State = { name: "pending" } | { name: "verified" } | { name: "failed"; text: string };

/** Spends the token of a link at once and says what came of it. */
export function VerifyToken({ token }: { token: string }) {
  const [state, setState] = useState<State>({ name: "pending" });
  useEffect(() => {
    let isWanted = true;
    void api
      .call("GET", `/auth/verify-email/${encodeURIComponent(token)}`, messageAnswer)
      .then((): State => ({ name: "verified" }))
      .catch((error: unknown): State => ({ name: "failed", text: failureText(error) }))
      .then((next) => isWanted && setState(next));
    return () => {
      isWanted = false;
    };
  }, [token]);

  if (state.name === "pending") return <p role="status">Verifying your email...</p>;
  if (state.name === "verified") {
    return (
      <div role="status" className="grid gap-4">
        <h1 className="text-30 font-semibold">Email Verified!</h1>
        <Link href="/login">Continue to Login</Link>
      </div>
    );
  }
  return (
    <div role="alert" className="grid gap-4">
      <h1 className="text-30 font-semibold">Verification Failed</h1>
      <p>{state.text}</p>
      <Button onClick={() => location.reload()}>Try Again</Button>
      <Link href="/login">Back to Login</Link>
    </div>
  );
}

function failureText(error: unknown): string {
  if (!(error instanceof AppError)) return "Network error. Please try again.";
  return error.message || "Verification failed";
}

const nothingToHear = () => () => undefined;

/** Says where the link was sent and sends another. */
export function VerifyPending({ email }: { email: string | null }) {
  const kept = useSyncExternalStore(nothingToHear, pendingEmail.read, () => null);
  const address = email ?? kept;
  return (
    <div className="grid gap-4">
      <h1 className="text-30 font-semibold">Verify your email</h1>
      <p>
        We sent a verification link
        {address !== null && (
          <>
            {" "}
            to <strong>{address}</strong>
          </>
        )}
        . It works for 24 hours.
      </p>
      <ResendButton
        email={address}
        succeeded={resendSucceeded}
        failed="Failed to resend verification email"
      />
      <p className="text-13 text-ink-3">Nothing there? Please look in your spam folder too.</p>
      <Link href="/login">Back to Login</Link>
    </div>
  );
}
