"use client";

import { useEffect, useState } from "react";
import { messageAnswer } from "@/contract/auth";
import { api } from "@/contract/browser";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/contract/rate-limit";
import { Button } from "@/ui/button";
import { ButtonLink } from "@/ui/button-link";
import { Spinner } from "@/ui/spinner";
import { Outcome } from "./outcome";

type State = { name: "pending" } | { name: "verified" } | { name: "failed"; text: string };

/** Spends the token of a link at once and says what came of it. */
export function VerifyToken({ token }: { token: string }) {
  const [state, setState] = useState<State>({ name: "pending" });
  useEffect(() => {
    let isWanted = true;
    void verify(token).then((next) => isWanted && setState(next));
    return () => {
      isWanted = false;
    };
  }, [token]);

  return (
    <div aria-live="polite" aria-busy={state.name === "pending"}>
      {state.name === "pending" && (
        <h1 className="flex items-center gap-3 text-16 font-normal tracking-normal text-ink-2">
          <Spinner />
          Verifying your email...
        </h1>
      )}
      {state.name === "verified" && (
        <Outcome look="ok" title="Email Verified!" text="You can sign in now.">
          <ButtonLink href="/login" look="primary" size="lg">
            Continue to Login
          </ButtonLink>
        </Outcome>
      )}
      {state.name === "failed" && (
        <Outcome look="bad" title="Verification Failed" text={state.text}>
          <Button look="primary" size="lg" onClick={() => location.reload()}>
            Try Again
          </Button>
          <ButtonLink href="/login" look="ghost" size="lg">
            Back to Login
          </ButtonLink>
        </Outcome>
      )}
    </div>
  );
}

async function verify(token: string): Promise<State> {
  try {
    const answer = await api.call("GET", `/auth/verify-email/${encodeURIComponent(token)}`, messageAnswer);
    return isRateLimited(answer) ? { name: "failed", text: answer.message } : { name: "verified" };
  } catch (error) {
    if (!(error instanceof AppError)) return { name: "failed", text: "Network error. Please try again." };
    return { name: "failed", text: error.message || "Verification failed" };
  }
}
