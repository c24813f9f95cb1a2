import type { ComponentProps } from "react";
import { passwordHint } from "@/domain/password-texts";
import { PasswordField } from "@/ui/password-field";

type Binding = Partial<ComponentProps<typeof PasswordField>>;

/** New password and confirmation. */
export function NewPasswordFields({
  label = "Password",
  password,
  confirmation,
}: {
  label?: string;
  password: Binding;
  confirmation: Binding;
}) {
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" required hint={passwordHint} {...password} />
      <PasswordField label="Confirm password" autoComplete="new-password" required {...confirmation} />
    </>
  );
}
