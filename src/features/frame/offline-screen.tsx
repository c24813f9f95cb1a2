"use client";

import { ButtonLink } from "@/ui/button-link";
import { FullPage } from "@/ui/full-page";
import { useOffline } from "@/ui/use-offline";

/** The page at /offline. Without a connection, public/push-worker.js shows its own version at every URL. */
export function OfflineScreen() {
  const isOffline = useOffline() !== null;
  return (
    <FullPage
      title={isOffline ? "We can't be heard from here" : "You're online"}
      text="If you lose your connection, Earshot tells you and continues when you're back. It still finds posts written in the meantime."
    >
      <p role="status" className="mb-6 text-ink-2">
        {isOffline ? "You are offline. We try again once you are not." : "Earshot can be reached."}
      </p>
      <ButtonLink href="/" look="primary" size="lg">
        {isOffline ? "Try again" : "Go to Earshot"}
      </ButtonLink>
    </FullPage>
  );
}
