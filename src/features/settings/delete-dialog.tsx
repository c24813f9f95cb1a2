"use client";

import { accountDeletion } from "@/contract/account";
import { api } from "@/browser/api";
import { browserTokens } from "@/browser/tokens";
import { isRateLimited } from "@/browser/rate-limit";
import { PasswordField } from "@/ui/password-field";
import { FormDialog, type DialogState } from "./form-dialog";
import { useDialogForm } from "./use-dialog-form";

export function DeleteDialog({ state, hasBilling }: { state: DialogState; hasBilling: boolean }) {
  const form = useDialogForm(accountDeletion, {
    start: { password: "" },
    passwordField: "password",
    send: async (body) => {
      const response = await api.call("deleteAccount", { body });
      if (isRateLimited(response)) return response;
      browserTokens.clear();
      location.assign("/goodbye");
    },
  });
  return (
    <FormDialog
      title="Delete account"
      state={state}
      form={form}
      look="danger"
      action={{ label: "Delete Account", pendingLabel: "Deleting..." }}
    >
      <p className="text-ink-2">
        Your watches, notifications and settings will be permanently deleted
        {hasBilling && ", and your Pro subscription is canceled immediately"}. This can&apos;t be undone.
      </p>
      <PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
    </FormDialog>
  );
}
