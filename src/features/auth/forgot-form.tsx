"use client";

import { useState } from "react";
import { emailOnly } from "@/contract/auth";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { AccountForm } from "./account-form";
import { useAccountForm } from "./use-account-form";

/** Requests a password reset link. The response doesn't reveal whether the account exists. */
export function ForgotForm() {
  const [success, setSuccess] = useState<string | null>(null);
  const form = useAccountForm(emailOnly, {
    countedWith: "links",
    fields: ["email"],
    send: async (body) => {
      setSuccess(null);
      const response = await api.call("forgotPassword", { body });
      if (isRateLimited(response)) return response;
      setSuccess(response.message);
      return "staying";
    },
    otherwise: "We couldn't send the link. Please try again.",
    onEdit: () => setSuccess(null),
  });
  return (
    <AccountForm form={form} action={{ label: "Send link", pendingLabel: "Sending..." }}>
      <Notice look="bad">{form.failure?.text ?? null}</Notice>
      <Notice look="ok">{success}</Notice>
      <Field label="Email" type="email" autoComplete="username" required {...form.field("email")} />
    </AccountForm>
  );
}
