"use client";

import { useState } from "react";
import { login, tokensOf } from "@/contract/auth";
import { api } from "@/contract/browser";
import { browserTokens } from "@/contract/browser-tokens";
import { AppError } from "@/contract/errors";
import { z } from "@/contract/zod";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { PasswordField } from "@/ui/password-field";
import { pendingEmail } from "./pending-email";
import { ResendButton } from "./resend-button";
import { useForm } from "./use-form";

export function LoginForm() {
  const form = useForm(login, { email: "", password: "" });
  const [unverified, setUnverified] = useState<string | null>(null);
  const send = async (body: { email: string; password: string }) => {
    setUnverified(null);
    try {
      browserTokens.write(tokensOf(await api.call("POST", "/auth/login", z.unknown(), body)));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "EMAIL_NOT_VERIFIED") throw error;
      pendingEmail.write(body.email);
      setUnverified(body.email);
      throw error;
    }
    // A whole load: the server renders the screens with the new cookie.
    location.assign("/dashboard");
  };
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(send, "Login failed. Please try again.");
      }}
    >
      <Notice look="bad">{form.message}</Notice>
      {unverified !== null && (
        <ResendButton
          email={unverified}
          succeeded="Verification email sent! Please check your inbox."
          failed="Failed to resend verification email. Please try again."
        />
      )}
      <Field label="Email" type="email" autoComplete="username" required {...form.field("email")} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.field("password")} />
      <Button type="submit" look="primary" isPending={form.isPending}>
        {form.isPending ? "Signing in..." : "Sign in"}
      </Button>
    </form>
  );
}
