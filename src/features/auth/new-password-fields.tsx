import type { ComponentProps } from "react";
import { NewPasswordField } from "@/ui/new-password-field";
import { PasswordField } from "@/ui/password-field";

type Binding = Partial<ComponentProps<typeof PasswordField>>;

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
      <NewPasswordField label={label} required {...password} />
      <PasswordField label="Confirm password" autoComplete="new-password" required {...confirmation} />
    </>
  );
}
