"use client";

import { useId, type FormEvent, type ReactNode } from "react";
import type { LimitWait } from "@/domain/text/rate-limit-texts";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { WaitNotice } from "@/ui/wait-notice";

export interface DialogState {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
}

export function FormDialog({
  title,
  state,
  form,
  action,
  look = "primary",
  children,
}: {
  title: string;
  state: DialogState;
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void;
    failure: string | null;
    isPending: boolean;
    wait: LimitWait | null;
  };
  action: { label: string; pendingLabel: string };
  look?: "primary" | "danger";
  children: ReactNode;
}) {
  const id = useId();
  const waitId = useId();
  return (
    <Dialog
      {...state}
      title={title}
      size="sm"
      initialFocus={() => document.getElementById(id)?.querySelector("input") ?? true}
      message={
        <>
          <Notice look="bad">{form.failure}</Notice>
          <WaitNotice id={waitId} wait={form.wait} />
        </>
      }
      footer={
        <>
          <Button onClick={state.onClose}>Cancel</Button>
          <Button
            look={look}
            type="submit"
            form={id}
            isPending={form.isPending}
            describedBy={form.wait === null ? undefined : waitId}
          >
            {form.isPending ? action.pendingLabel : action.label}
          </Button>
        </>
      }
    >
      <form id={id} method="post" noValidate className="grid gap-4" onSubmit={form.submit}>
        {children}
      </form>
    </Dialog>
  );
}
