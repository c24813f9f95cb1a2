"use client";

import { registerAnswer, registrationForm } from "@/contract/auth";
import { api } from "@/contract/browser";
import { browserTokens } from "@/contract/browser-tokens";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { PasswordField } from "@/ui/password-field";
import { pendingEmail } from "./pending-email";
import { useForm } from "./use-form";

export function RegisterForm() {
  const form = useForm(registrationForm, {
    firstName: "",
    lastName: "",
    email: "",
    password: "",
    confirmPassword: "",
  });
  const send = async ({
    firstName,
    lastName,
    email,
    password,
  }: Record<"firstName" | "lastName" | "email" | "password", string>) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { firstName, lastName, email, password, timeZone };
    const { token, refreshToken, user, requiresVerification } = await api.call(
      "POST",
      "/auth/register",
      registerAnswer,
      body,
    );
    if (requiresVerification) {
      pendingEmail.write(user.email);
      location.assign("/verify-email");
    } else if (token !== undefined && refreshToken !== undefined) {
      browserTokens.write({ token, refreshToken, user });
      location.assign("/dashboard");
    }
  };
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(send, "Registration failed. Please try again.");
      }}
    >
      <Notice look="bad">{form.message}</Notice>
      <Field label="First name" autoComplete="given-name" required {...form.field("firstName")} />
      <Field label="Last name" autoComplete="family-name" required {...form.field("lastName")} />
      <Field label="Email" type="email" autoComplete="username" required {...form.field("email")} />
      <PasswordField label="Password" autoComplete="new-password" required {...form.field("password")} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        required
        {...form.field("confirmPassword")}
      />
      <Button type="submit" look="primary" isPending={form.isPending}>
        {form.isPending ? "Creating account..." : "Create account"}
      </Button>
    </form>
  );
}
