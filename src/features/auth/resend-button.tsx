"use client";

import { useState } from "react";
import { messageAnswer } from "@/contract/auth";
import { api } from "@/contract/browser";
import { AppError } from "@/contract/errors";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";

/** Asks for another verification mail; without an address it can't. */
export function ResendButton({
  email,
  succeeded,
  failed,
}: {
  email: string | null;
  succeeded: string;
  failed: string;
}) {
  const [isPending, setPending] = useState(false);
  const [result, setResult] = useState<{ look: "ok" | "bad"; text: string } | null>(null);
  const resend = async () => {
    setPending(true);
    try {
      await api.call("POST", "/auth/resend-verification", messageAnswer, { email });
      setResult({ look: "ok", text: succeeded });
    } catch (error) {
      setResult({ look: "bad", text: error instanceof AppError ? error.message : failed });
    } finally {
      setPending(false);
    }
  };
  return (
    <div className="grid gap-3">
      <Notice look={result?.look ?? "ok"}>{result?.text ?? null}</Notice>
      <Button disabled={email === null} isPending={isPending} onClick={() => void resend()}>
        {isPending ? "Sending..." : "Resend Verification Email"}
      </Button>
    </div>
  );
}
