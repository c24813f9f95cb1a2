"use client";

import { useRouter } from "next/navigation";
import { AlertDialog } from "@/ui/alert-dialog";
import { limitTitle, upgradeText } from "./watch-texts";

/** The way to Pro, offered where Free ends. */
export function UpgradeDialog({
  isOpen,
  text = upgradeText,
  onClose,
}: {
  isOpen: boolean;
  text?: string;
  onClose: () => void;
}) {
  const router = useRouter();
  return (
    <AlertDialog
      isOpen={isOpen}
      onClose={onClose}
      title={text === upgradeText ? "Upgrade to Pro" : limitTitle}
      text={text}
      cancelLabel="Maybe Later"
      confirmLabel="Upgrade Now"
      confirmLook="primary"
      // It stays until the plans are there, so that nothing comes up behind it on the way.
      onConfirm={() => router.push("/subscription")}
    />
  );
}
