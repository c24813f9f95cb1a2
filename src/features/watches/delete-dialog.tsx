"use client";

import type { RefObject } from "react";
import { formatCount } from "@/domain/text/counted";
import { AlertDialog } from "@/ui/alert-dialog";

export function DeleteDialog({
  keywords,
  ...props
}: {
  /** Of the watches to delete. */
  keywords: readonly string[];
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  focusOnceConfirmed: RefObject<HTMLElement | null>;
}) {
  const count = keywords.length;
  return (
    <AlertDialog
      {...props}
      title={count === 1 ? "Delete keyword watch?" : `Delete ${formatCount(count)} keyword watches?`}
      text={
        count === 1 ? (
          <>
            <b className="block font-semibold text-ink wrap-anywhere">{keywords}</b>
            <span>Are you sure you want to delete this keyword watch?</span>
          </>
        ) : (
          "Are you sure you want to delete these keyword watches? You'll keep their notifications."
        )
      }
      confirmLabel="Delete"
    />
  );
}
