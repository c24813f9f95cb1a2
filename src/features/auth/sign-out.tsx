"use client";

import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { browserTokens, onSignOutElsewhere } from "@/contract/browser-tokens";
import { Button } from "@/ui/button";
import { mayLeave } from "@/ui/leaving";
import { sharedLink } from "./shared-link";

/** Ends the session here, and leaves when another tab of this browser ended it. */
export function SignOut() {
  const [isPending, setPending] = useState(false);
  useEffect(() => onSignOutElsewhere(toStart), []);
  const leave = async () => {
    if (!(await mayLeave())) return;
    setPending(true);
    const refreshToken = browserTokens.read()?.refreshToken;
    // No screen waits for the client because of this button. Signed out here even where the server can't be reached.
    await import("./end-session").then((calls) => calls.endSession(refreshToken)).catch(() => undefined);
    browserTokens.clear();
    toStart();
  };
  return (
    <Button look="ghost" size="sm" isPending={isPending} onClick={() => void leave()}>
      {!isPending && <LogOut className="size-4" />}
      Sign out
    </Button>
  );
}

/** Who signs in here next is somebody else, perhaps: what was shared before is not theirs. */
function toStart(): void {
  sharedLink.clear();
  location.assign("/");
}
