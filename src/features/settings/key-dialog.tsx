"use client";

import { keyDraft, type KeyView } from "@/contract/api-key";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import * as z from "@/contract/zod";
import { Field } from "@/ui/field";
import { Select } from "@/ui/select";
import { toast } from "@/ui/toast/store";
import { FormDialog, type DialogState } from "./form-dialog";
import { useDialogForm } from "./use-dialog-form";

const dayMs = 86_400_000;
const shape = z.object({
  label: keyDraft.shape.label,
  scope: z.enum(["read", "write"]),
  days: z.enum(["30", "90", "365", "never"]),
});

export function KeyDialog({
  state,
  onMade,
}: {
  state: DialogState;
  onMade: (made: { key: KeyView; secret: string }) => void;
}) {
  const form = useDialogForm(shape, {
    start: { label: "", scope: "read", days: "90" },
    send: async ({ label, scope, days }) => {
      const expiresAt = days === "never" ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
      const response = await api.call("createKey", { body: { label, scope, expiresAt } });
      if (isRateLimited(response)) return response;
      toast({ type: "success", title: "API key created. Copy it now." });
      onMade(response);
      state.onClose();
    },
  });
  return (
    <FormDialog
      title="New API key"
      state={state}
      form={form}
      action={{ label: "Create Key", pendingLabel: "Creating..." }}
    >
      <Field
        label="Label"
        placeholder="e.g. Weekly report script"
        autoComplete="off"
        maxLength={60}
        hint="A name to help you recognize it."
        {...form.field("label")}
      />
      <Select label="Scope" {...form.field("scope")}>
        <option value="read">Read: view watches and matches</option>
        <option value="write">Write: view and change them</option>
      </Select>
      <Select label="Expires" {...form.field("days")}>
        {["30", "90"].map((days) => (
          <option key={days} value={days}>{`In ${days} days`}</option>
        ))}
        <option value="365">In 1 year</option>
        <option value="never">Never</option>
      </Select>
      <p className="text-13 text-ink-3">
        API keys can&apos;t change your account, destinations or subscription. We&apos;ll email you a
        confirmation.
      </p>
    </FormDialog>
  );
}
