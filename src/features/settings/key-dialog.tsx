"use client";

import { keyDraft, type KeyView } from "@/contract/api-key";
import { api } from "@/contract/browser";
import { isRateLimited } from "@/contract/rate-limit";
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

/** Makes an API key, which is then shown once. */
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
      const answer = await api.call("createKey", { body: { label, scope, expiresAt } });
      if (isRateLimited(answer)) return answer;
      toast({ type: "success", title: "The key is made: copy it now" });
      onMade(answer);
      state.onClose();
    },
  });
  return (
    <FormDialog
      title="New API key"
      state={state}
      form={form}
      action={{ label: "Make Key", pendingLabel: "Making..." }}
    >
      <Field
        label="Label"
        placeholder="Weekly sheet"
        autoComplete="off"
        maxLength={60}
        hint="What it is for, so that you know it again."
        {...form.field("label")}
      />
      <Select label="Scope" {...form.field("scope")}>
        <option value="read">Read: see watches and matches</option>
        <option value="write">Write: change them too</option>
      </Select>
      <Select label="Works" {...form.field("days")}>
        {["30", "90"].map((days) => (
          <option key={days} value={days}>{`For ${days} days`}</option>
        ))}
        <option value="365">For a year</option>
        <option value="never">Until it is revoked</option>
      </Select>
      <p className="text-13 text-ink-3">
        No key can change your account, your destinations or your subscription. We mail you that it was made.
      </p>
    </FormDialog>
  );
}
