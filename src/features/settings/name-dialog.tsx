"use client";

import { useRouter } from "next/navigation";
import { useSWRConfig } from "swr";
import { nameChange } from "@/contract/account";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { getKey } from "@/browser/swr-keys";
import type { UserView } from "@/contract/user";
import { Field } from "@/ui/field";
import { toast } from "@/ui/toast/store";
import { FormDialog, type DialogState } from "./form-dialog";
import { useDialogForm } from "./use-dialog-form";

export function NameDialog({ state, user }: { state: DialogState; user: UserView }) {
  const { mutate } = useSWRConfig();
  const { refresh } = useRouter();
  const form = useDialogForm(nameChange, {
    start: { firstName: user.firstName, lastName: user.lastName },
    send: async (body) => {
      const response = await api.call("updateProfile", { body });
      if (isRateLimited(response)) return response;
      await mutate(getKey("getProfile"), response, { revalidate: false });
      // The sidebar is rendered on the server.
      refresh();
      toast({ type: "success", title: "Name updated" });
      state.onClose();
    },
  });
  return (
    <FormDialog
      title="Edit name"
      state={state}
      form={form}
      action={{ label: "Save Name", pendingLabel: "Saving..." }}
    >
      <Field label="First name" autoComplete="given-name" dir="auto" {...form.field("firstName")} />
      <Field label="Last name" autoComplete="family-name" dir="auto" {...form.field("lastName")} />
    </FormDialog>
  );
}
