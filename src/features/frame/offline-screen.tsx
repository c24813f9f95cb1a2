"use client";

import { ButtonLink } from "@/ui/button-link";
import { FullPage } from "@/ui/full-page";
import { useOffline } from "@/ui/use-offline";

/** The page at /offline. Without a connection, public/push-worker.js shows its own version at every URL. */
export function OfflineScreen() {
  const isOffline = useOffline() !== null;
  return (
    <FullPage
      title={isOffline ? "You're out of earshot" : "You're online"}
      text="If you lose your connection, Earshot shows this page and reconnects automatically. You won't miss anything: we'll catch up on new posts."
    >
      <p role="status" className="mb-6 text-ink-2">
        {isOffline ? "You're offline. We'll reconnect automatically." : "You're connected to Earshot."}
      </p>
      <ButtonLink href="/" look="primary" size="lg">
        {isOffline ? "Try again" : "Go to Earshot"}
      </ButtonLink>
    </FullPage>
  );
}
