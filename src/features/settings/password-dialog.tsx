"use client";

import { passwordChange } from "@/contract/account";
import { newPasswordForm } from "@/contract/auth";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import * as z from "@/contract/zod";
import { NewPasswordField } from "@/ui/new-password-field";
import { PasswordField } from "@/ui/password-field";
import { toast } from "@/ui/toast/store";
import { FormDialog, type DialogState } from "./form-dialog";
import { useDialogForm } from "./use-dialog-form";

const shape = z.intersection(passwordChange.pick({ currentPassword: true }), newPasswordForm);

export function PasswordDialog({ state, onChanged }: { state: DialogState; onChanged: () => void }) {
  const form = useDialogForm(shape, {
    start: { currentPassword: "", password: "", confirmPassword: "" },
    passwordField: "currentPassword",
    send: async ({ currentPassword, password }) => {
      const response = await api.call("changePassword", { body: { currentPassword, password } });
      if (isRateLimited(response)) return response;
      toast({ type: "success", title: response.message });
      onChanged();
      state.onClose();
    },
  });
  return (
    <FormDialog
      title="Change password"
      state={state}
      form={form}
      action={{ label: "Change Password", pendingLabel: "Saving..." }}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field("currentPassword")}
      />
      <NewPasswordField label="New password" {...form.field("password")} />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...form.field("confirmPassword")}
      />
      <p className="text-13 text-ink-3">
        Your other devices will be signed out. API keys and your feed URL will stop working.
      </p>
    </FormDialog>
  );
}
