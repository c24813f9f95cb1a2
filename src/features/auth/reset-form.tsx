"use client";

import Link from "next/link";
import { useState } from "react";
import { newPasswordForm } from "@/contract/auth";
import { api } from "@/browser/api";
import { browserTokens } from "@/browser/tokens";
import { isRateLimited } from "@/browser/rate-limit";
import { ButtonLink } from "@/ui/button-link";
import { Notice } from "@/ui/notice";
import { AccountForm } from "./account-form";
import { NewPasswordFields } from "./new-password-fields";
import { Outcome } from "./outcome";
import { OutcomeRegion } from "./outcome-region";
import { useAccountForm } from "./use-account-form";

export function ResetForm({ token }: { token: string }) {
  const [done, setDone] = useState<string | null>(null);
  const form = useAccountForm(newPasswordForm, {
    countedWith: "links",
    fields: ["password"],
    send: async ({ password }) => {
      const response = await api.call("resetPassword", { body: { token, password } });
      if (isRateLimited(response)) return response;
      // All sessions have ended, including this browser's.
      browserTokens.clear();
      setDone(response.message);
      return "staying";
    },
    otherwise: "We couldn't change your password. Please try again.",
  });
  const outcome =
    done === null ? null : (
      <Outcome look="ok" title="Password changed" text={done}>
        <ButtonLink href="/login" look="primary" size="lg">
          Sign in
        </ButtonLink>
      </Outcome>
    );
  return (
    <OutcomeRegion outcome={outcome}>
      <h1 className="text-30 tracking-[-.03em]">Choose a new password</h1>
      <p className="mt-1.5 mb-6 text-ink-2">
        This signs you out everywhere, so you&apos;ll need to sign in again.
      </p>
      <AccountForm form={form} action={{ label: "Save password", pendingLabel: "Saving..." }}>
        <Notice look="bad">
          {form.failure === null ? null : (
            <>
              {form.failure.text}
              {form.failure.code === "INVALID_TOKEN" && (
                <>
                  {" "}
                  <Link href="/forgot-password">Forgot password</Link>
                </>
              )}
            </>
          )}
        </Notice>
        <NewPasswordFields
          label="New password"
          password={form.field("password", "confirmPassword")}
          confirmation={form.field("confirmPassword")}
        />
      </AccountForm>
    </OutcomeRegion>
  );
}
