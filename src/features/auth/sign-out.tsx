"use client";

import { useEffect } from "react";
import { api, onSignOutElsewhere } from "@/contract/browser";
import { browserTokens } from "@/contract/browser-tokens";
import * as z from "@/contract/zod";
import { Button } from "@/ui/button";

/** Ends the session here, and leaves when another tab of this browser ended it. */
export function SignOut() {
  useEffect(() => onSignOutElsewhere(() => location.assign("/")), []);
  const leave = async () => {
    const refreshToken = browserTokens.read()?.refreshToken;
    // Signed out here even where the server can't be reached.
    await api.call("POST", "/auth/logout", z.undefined(), { refreshToken }).catch(() => undefined);
    browserTokens.clear();
    location.assign("/");
  };
  return <Button onClick={() => void leave()}>Sign out</Button>;
}
