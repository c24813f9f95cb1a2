"use client";

import { registrationForm, getTokens, type Registration } from "@/contract/auth";
import { api } from "@/browser/api";
import { browserTokens } from "@/browser/tokens";
import { isRateLimited } from "@/browser/rate-limit";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { AccountForm } from "./account-form";
import { carriedEmail } from "./carried-email";
import { carriedName } from "./carried-name";
import { NewPasswordFields } from "./new-password-fields";
import { pendingEmail } from "./pending-email";
import { afterSignIn } from "./shared-link";
import { useAccountForm, type Sent } from "./use-account-form";

export function RegisterForm() {
  const form = useAccountForm(registrationForm, {
    countedWith: "auth",
    fields: ["firstName", "lastName", "email", "password"],
    send: openAccount,
    otherwise: "Registration failed. Please try again.",
  });
  return (
    <AccountForm form={form} action={{ label: "Create account", pendingLabel: "Creating account..." }}>
      <Notice look="bad">{form.failure?.text ?? null}</Notice>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field label="First name" autoComplete="given-name" required {...form.field("firstName")} />
        <Field label="Last name" autoComplete="family-name" required {...form.field("lastName")} />
      </div>
      <Field label="Email" type="email" autoComplete="email" required {...form.field("email")} />
      <NewPasswordFields
        password={form.field("password", "confirmPassword")}
        confirmation={form.field("confirmPassword")}
      />
    </AccountForm>
  );
}

async function openAccount({ firstName, lastName, email, password }: Registration): Promise<Sent> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const body: Registration = { firstName, lastName, email, password, timeZone };
  const response = await api.call("register", { body });
  if (isRateLimited(response)) return response;
  if (response.requiresVerification) {
    pendingEmail.write(response.user.email);
    carriedName.write({ firstName, lastName });
    location.assign("/verify-email");
    return "leaving";
  }
  browserTokens.write(getTokens(response));
  carriedEmail.clear();
  carriedName.clear();
  location.assign(afterSignIn());
  return "leaving";
}
