"use client";

import type { RefObject } from "react";
import { AlertDialog } from "@/ui/alert-dialog";

/** Confirms deleting a watch. */
export function DeleteDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  focusOnceConfirmed: RefObject<HTMLElement | null>;
}) {
  return (
    <AlertDialog
      {...props}
      title="Delete keyword watch?"
      text="Are you sure you want to delete this keyword watch?"
      confirmLabel="Delete"
    />
  );
}
