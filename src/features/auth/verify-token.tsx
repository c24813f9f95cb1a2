"use client";

import Link from "next/link";
import { useEffect, useId, useState } from "react";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/browser/rate-limit";
import { useLimitWait } from "@/browser/use-limit-wait";
import { Button } from "@/ui/button";
import { ButtonLink } from "@/ui/button-link";
import { Spinner } from "@/ui/spinner";
import { WaitNotice } from "@/ui/wait-notice";
import { EmailVerified } from "./email-verified";
import { Outcome } from "./outcome";
import { pendingEmail } from "./pending-email";
import { OwnAddressVerified } from "./own-address-verified";
import { ResendButton } from "./resend-button";

const limitedText =
  "Too many verification attempts from your network. This link is still valid; try it again later.";

type State = { name: "pending" } | { name: "verified" } | { name: "failed"; text: string };

/**
 * Submits the token immediately. `isOwn`: it verifies a signed-in user's new address. `isChange`: it confirms an
 * address change, which only its owner can request again.
 */
export function VerifyToken({
  token,
  email,
  isOwn,
  isChange,
}: {
  token: string;
  /** From the link; null if missing. */
  email: string | null;
  isOwn: boolean;
  isChange: boolean;
}) {
  const [state, setState] = useState<State>({ name: "pending" });
  useEffect(() => {
    let isWanted = true;
    void verify(token).then((next) => {
      const pending = pendingEmail.read();
      if (next.name === "verified" && (email === null || pending === email)) pendingEmail.clear();
      if (isWanted) setState(next);
    });
    return () => {
      isWanted = false;
    };
  }, [token, email]);

  return (
    <div aria-live="polite" aria-busy={state.name === "pending"}>
      {state.name === "pending" && (
        <h1 className="flex items-center gap-3 text-16 font-normal tracking-normal text-ink-2">
          <Spinner />
          Verifying your email...
        </h1>
      )}
      {state.name === "verified" && <Verified email={email} isOwn={isOwn} />}
      {state.name === "failed" && <Failed text={state.text} email={email} isChange={isChange} />}
    </div>
  );
}

function Verified({ email, isOwn }: { email: string | null; isOwn: boolean }) {
  if (email !== null && isOwn) return <OwnAddressVerified address={email} />;
  return <EmailVerified email={email} />;
}

function Failed({ text, email, isChange }: { text: string; email: string | null; isChange: boolean }) {
  const { wait } = useLimitWait("links");
  const waitId = useId();
  return (
    <Outcome look="bad" title="Verification Failed" text={text}>
      <div className="w-full not-has-[[role]:not(:empty)]:hidden">
        <WaitNotice id={waitId} wait={wait} />
      </div>
      <Button
        look="primary"
        size="lg"
        describedBy={wait === null ? undefined : waitId}
        onClick={() => location.reload()}
      >
        Try Again
      </Button>
      <ButtonLink href="/login" look="ghost" size="lg">
        Back to Login
      </ButtonLink>
      {isChange && (
        <p className="mt-2 w-full text-ink-2">
          Request the change again in <Link href="/settings#sign-in">Settings</Link>, under Sign-in.
        </p>
      )}
      {email !== null && !isChange && (
        <div className="w-full">
          <p className="mt-2 text-ink-2 wrap-anywhere">
            We can send a new link to <strong className="font-semibold text-ink">{email}</strong>.
          </p>
          <ResendButton
            email={email}
            succeeded={(message) => message}
            failed="Failed to resend verification email. Please try again."
          />
        </div>
      )}
    </Outcome>
  );
}

async function verify(token: string): Promise<State> {
  try {
    const response = await api.call("verifyEmail", { params: { token } });
    return isRateLimited(response) ? { name: "failed", text: limitedText } : { name: "verified" };
  } catch (error) {
    if (!(error instanceof AppError)) return { name: "failed", text: "Network error. Please try again." };
    return { name: "failed", text: error.message || "Verification failed" };
  }
}
