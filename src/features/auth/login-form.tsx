"use client";

import { MailWarning } from "lucide-react";
import { login, getTokens, type Login } from "@/contract/auth";
import { api } from "@/browser/api";
import { browserTokens } from "@/browser/tokens";
import { AppError } from "@/contract/errors";
import { isRateLimited } from "@/browser/rate-limit";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { PasswordField } from "@/ui/password-field";
import { AccountForm } from "./account-form";
import { carriedEmail } from "./carried-email";
import { carriedName } from "./carried-name";
import { pendingEmail } from "./pending-email";
import { ResendButton } from "./resend-button";
import { afterSignIn } from "./shared-link";
import { useAccountForm, type Sent } from "./use-account-form";

export function LoginForm() {
  const form = useAccountForm(login, {
    countedWith: "auth",
    fields: ["email", "password"],
    send: signIn,
    otherwise: "Login failed. Please try again.",
  });
  const { failure } = form;
  const isUnverified = failure?.code === "EMAIL_NOT_VERIFIED";
  return (
    <AccountForm form={form} action={{ label: "Sign in", pendingLabel: "Signing in..." }}>
      <Notice look={isUnverified ? "warn" : "bad"} icon={isUnverified ? MailWarning : undefined} isAlert>
        {isUnverified ? (
          <>
            <p>{failure.text}</p>
            <ResendButton
              email={form.getValues("email")}
              succeeded={() => "Verification email sent! Please check your inbox."}
              failed="Failed to resend verification email. Please try again."
            />
          </>
        ) : (
          (failure?.text ?? null)
        )}
      </Notice>
      <Field label="Email" type="email" autoComplete="username" required {...form.field("email")} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.field("password")} />
    </AccountForm>
  );
}

async function signIn(body: Login): Promise<Sent> {
  try {
    const response = await api.call("login", { body });
    if (isRateLimited(response)) return response;
    browserTokens.write(getTokens(response));
    carriedEmail.clear();
    carriedName.clear();
  } catch (error) {
    if (error instanceof AppError && error.code === "EMAIL_NOT_VERIFIED") pendingEmail.write(body.email);
    throw error;
  }
  // A full page load, so the server renders with the new cookie.
  location.assign(afterSignIn());
  return "leaving";
}
