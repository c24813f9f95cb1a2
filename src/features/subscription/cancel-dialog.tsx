"use client";

import { AlertDialog } from "@/ui/alert-dialog";

export function CancelDialog(props: { isOpen: boolean; onClose: () => void; onConfirm: () => void }) {
  return (
    <AlertDialog
      {...props}
      title="Cancel subscription"
      text="Are you sure you want to cancel your subscription? You'll lose access to Pro features at the end of your current billing period."
      cancelLabel="Keep Pro"
      confirmLabel="Cancel Subscription"
    />
  );
}
