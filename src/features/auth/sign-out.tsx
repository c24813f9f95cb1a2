"use client";

import { LogOut } from "lucide-react";
import { useEffect, useState } from "react";
import { browserTokens, onSignOutElsewhere, startSignOut } from "@/browser/tokens";
import { pendingSignOutName } from "@/contract/pending-sign-out";
import { Button } from "@/ui/button";
import { canLeave } from "@/ui/leaving";
import { sharedLink } from "./shared-link";
import { signupIntent } from "@/browser/signup-intent";

const loadCalls = () => import("./end-session");

export function SignOut() {
  const [isPending, setPending] = useState(false);
  useEffect(() => onSignOutElsewhere(toStart), []);
  const leave = async () => {
    if (!(await canLeave())) return;
    setPending(true);
    startSignOut();
    const refreshToken = browserTokens.read()?.refreshToken;
    // Loaded on demand to keep the client off every screen.
    const isEnded = await loadCalls()
      .then((calls) => calls.endSession(refreshToken))
      .catch(() => false);
    if (!isEnded && refreshToken !== undefined) storePendingSignOut(refreshToken);
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

/** Another user could sign in next, so forget the shared link and the choice on the landing page. */
function toStart(): void {
  sharedLink.clear();
  signupIntent.clear();
  location.assign("/");
}

const maxAgeSeconds = 30 * 24 * 60 * 60;

/** The server ends the session before it renders the next page. Scripts can't delete the session's cookie. */
function storePendingSignOut(refreshToken: string): void {
  const isHttps = location.protocol === "https:";
  const name = isHttps ? `__Host-${pendingSignOutName}` : pendingSignOutName;
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  document.cookie = `${name}=${refreshToken}; ${attributes}`;
}
