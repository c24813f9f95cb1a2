"use client";

import type { RefObject } from "react";
import { formatCount } from "@/domain/counted";
import { AlertDialog } from "@/ui/alert-dialog";

export function DeleteDialog({
  count = 1,
  ...props
}: {
  count?: number;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  focusOnceConfirmed: RefObject<HTMLElement | null>;
}) {
  return (
    <AlertDialog
      {...props}
      title={count === 1 ? "Delete keyword watch?" : `Delete ${formatCount(count)} keyword watches?`}
      text={
        count === 1
          ? "Are you sure you want to delete this keyword watch?"
          : "Are you sure you want to delete these keyword watches? Their notifications are kept."
      }
      confirmLabel="Delete"
    />
  );
}
