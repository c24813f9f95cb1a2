"use client";

import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { browserTokens, onSignOutElsewhere } from "@/contract/browser-tokens";
import { Button } from "@/ui/button";

/** Ends the session here, and leaves when another tab of this browser ended it. */
export function SignOut() {
  const [isPending, setPending] = useState(false);
  useEffect(() => onSignOutElsewhere(() => location.assign("/")), []);
  const leave = async () => {
    setPending(true);
    // Signed out here even where the server can't be reached.
    await endSession(browserTokens.read()?.refreshToken).catch(() => undefined);
    browserTokens.clear();
    location.assign("/");
  };
  return (
    <Button look="ghost" size="sm" isPending={isPending} onClick={() => void leave()}>
      {!isPending && <LogOut className="size-4" />}
      Sign out
    </Button>
  );
}

/** Loads the client when it is needed: no screen waits for it because of this button. */
async function endSession(refreshToken: string | undefined): Promise<void> {
  const [{ api }, z] = await Promise.all([import("@/contract/browser"), import("@/contract/zod")]);
  await api.call("POST", "/auth/logout", z.undefined(), { refreshToken });
}
