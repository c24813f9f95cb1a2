"use client";

import { emailChange } from "@/contract/account";
import { api } from "@/contract/browser";
import { isRateLimited } from "@/contract/rate-limit";
import { Field } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { toast } from "@/ui/toast/store";
import { FormDialog, type DialogState } from "./form-dialog";
import { useDialogForm } from "./use-dialog-form";

export function EmailDialog({ state, onRequested }: { state: DialogState; onRequested: () => void }) {
  const form = useDialogForm(emailChange, {
    start: { currentPassword: "", email: "" },
    passwordField: "currentPassword",
    send: async (body) => {
      const response = await api.call("changeEmail", { body });
      if (isRateLimited(response)) return response;
      toast({ type: "success", title: response.message });
      onRequested();
      state.onClose();
    },
  });
  return (
    <FormDialog
      title="Change email"
      state={state}
      form={form}
      action={{ label: "Send Link", pendingLabel: "Sending..." }}
    >
      <Field label="New email" type="email" autoComplete="email" {...form.field("email")} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field("currentPassword")}
      />
      <p className="text-13 text-ink-3">
        We&apos;ll send a confirmation link to the new address. Your current address stays active until you
        confirm.
      </p>
    </FormDialog>
  );
}
