"use client";

import { useRouter } from "next/navigation";
import { AlertDialog } from "@/ui/alert-dialog";
import { limitTitle, upgradeText } from "./watch-texts";

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
      // Stays open until the plans page has loaded, to avoid flashing the screen behind it.
      onConfirm={() => router.push("/subscription")}
    />
  );
}
