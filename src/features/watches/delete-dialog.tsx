"use client";

import type { RefObject } from "react";
import { formatCount } from "@/domain/counted";
import { AlertDialog } from "@/ui/alert-dialog";

export function DeleteDialog({
  keyword,
  count = 1,
  ...props
}: {
  /** Of the only watch. */
  keyword?: string | undefined;
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
        count === 1 ? (
          <>
            <b className="block font-semibold text-ink wrap-anywhere">{keyword}</b>
            <span>Are you sure you want to delete this keyword watch?</span>
          </>
        ) : (
          "Are you sure you want to delete these keyword watches? Their notifications are kept."
        )
      }
      confirmLabel="Delete"
    />
  );
}
