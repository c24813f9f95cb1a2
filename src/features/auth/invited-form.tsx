"use client";

import { useState } from "react";
import { invitedForm } from "@/contract/auth";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { ButtonLink } from "@/ui/button-link";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { AccountForm } from "./account-form";
import { AuthHeading } from "./auth-screen";
import { NewPasswordFields } from "./new-password-fields";
import { Outcome } from "./outcome";
import { OutcomeRegion } from "./outcome-region";
import { useAccountForm } from "./use-account-form";

export function InvitedForm({ token }: { token: string }) {
  const [done, setDone] = useState<string | null>(null);
  const form = useAccountForm(invitedForm, {
    countedWith: "links",
    fields: ["firstName", "lastName", "password"],
    send: async ({ firstName, lastName, password }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const body = { token, firstName, lastName, password, timeZone };
      const response = await api.call("resetPassword", { body });
      if (isRateLimited(response)) return response;
      setDone(response.message);
      return "staying";
    },
    otherwise: "We couldn't set up your account. Please try again.",
  });
  const outcome =
    done === null ? null : (
      <Outcome look="ok" title="Welcome to Earshot" text={done}>
        <ButtonLink href="/login" look="primary" size="lg">
          Sign in
        </ButtonLink>
      </Outcome>
    );
  return (
    <OutcomeRegion outcome={outcome}>
      <AuthHeading
        title="Set up your account"
        text="You've been invited. Enter your name and choose a password."
      />
      <AccountForm form={form} action={{ label: "Save", pendingLabel: "Saving..." }}>
        <Notice look="bad">{form.failure?.text ?? null}</Notice>
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label="First name" autoComplete="given-name" required {...form.field("firstName")} />
          <Field label="Last name" autoComplete="family-name" required {...form.field("lastName")} />
        </div>
        <NewPasswordFields
          password={form.field("password", "confirmPassword")}
          confirmation={form.field("confirmPassword")}
        />
      </AccountForm>
    </OutcomeRegion>
  );
}
