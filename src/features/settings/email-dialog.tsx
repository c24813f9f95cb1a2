"use client";

import { emailChange } from "@/contract/account";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { Field } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { toast } from "@/ui/toast/store";
import { FormDialog, type DialogState } from "./form-dialog";
import { useDialogForm } from "./use-dialog-form";

export function EmailDialog({
  state,
  isVerifying,
  onRequested,
}: {
  state: DialogState;
  /** New addresses are confirmed with a link; otherwise they take effect immediately. */
  isVerifying: boolean;
  onRequested: () => void;
}) {
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
      action={
        isVerifying
          ? { label: "Send Link", pendingLabel: "Sending..." }
          : { label: "Change Email", pendingLabel: "Saving..." }
      }
    >
      <Field label="New email" type="email" autoComplete="email" {...form.field("email")} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.field("currentPassword")}
      />
      <p className="text-13 text-ink-3">
        {isVerifying
          ? "We'll send a confirmation link to the new address. Your current address stays active until you confirm."
          : "The new address takes effect immediately."}
      </p>
    </FormDialog>
  );
}
