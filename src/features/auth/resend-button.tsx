"use client";

import { useId, useRef, useState } from "react";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/browser/rate-limit";
import { useLimitWait } from "@/browser/use-limit-wait";
import { Button } from "@/ui/button";
import { WaitNotice } from "@/ui/wait-notice";

export function ResendButton({
  email,
  succeeded,
  failed,
  isGood = () => true,
}: {
  email: string | null;
  succeeded: (message: string) => string;
  failed: string;
  isGood?: (result: string) => boolean;
}) {
  const [isPending, setPending] = useState(false);
  const [result, setResult] = useState<{ isGood: boolean; text: string } | null>(null);
  const isSending = useRef(false);
  const { wait, meet } = useLimitWait("links");
  const waitId = useId();
  const resend = async () => {
    if (!email || isSending.current) return;
    isSending.current = true;
    setPending(true);
    setResult(null);
    try {
      const response = await api.call("resendVerification", { body: { email } });
      if (isRateLimited(response)) meet(response);
      else {
        const text = succeeded(response.message);
        setResult({ isGood: isGood(text), text });
      }
    } catch (error) {
      setResult({ isGood: false, text: error instanceof AppError ? error.message : failed });
    }
    isSending.current = false;
    setPending(false);
  };
  return (
    <>
      <Button
        size="sm"
        disabled={!email}
        isPending={isPending}
        describedBy={wait === null ? undefined : waitId}
        onClick={() => void resend()}
        className="mt-2.5"
      >
        {isPending ? "Sending..." : "Resend Verification Email"}
      </Button>
      <p
        role="status"
        className={`font-semibold not-empty:mt-2.5 ${result?.isGood === false ? "text-bad" : "text-ok"}`}
      >
        {result?.text}
      </p>
      <div className="not-has-[[role]:not(:empty)]:hidden mt-2.5">
        <WaitNotice id={waitId} wait={wait} />
      </div>
    </>
  );
}
