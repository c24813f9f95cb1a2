"use client";

import { useEffect, useState } from "react";
import { buttonLook } from "@/ui/button-look";
import { FullPage } from "@/ui/full-page";

const reloadedAtName = "pageReloadedAt";
/** Up to doubled at random, so the pages of many users don't return together after an outage (ms). */
const reloadAfterMs = 2_500;
/** A fault that remains must not reload the page forever (ms). */
const againAfterMs = 60_000;

/** Loads itself again after a short outage. */
export default function ScreenError() {
  const [isReloading, setReloading] = useState(canReload);
  useEffect(() => {
    if (!isReloading) return;
    const timer = setTimeout(() => setReloading(reloadOnce()), reloadAfterMs * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, [isReloading]);
  return (
    <div role="alert">
      <FullPage
        title="Something went wrong on our side"
        text={isReloading ? "We'll try again in a few seconds." : "Please try again in a moment."}
      >
        <button
          type="button"
          onClick={() => location.reload()}
          className={buttonLook({ look: "primary", size: "lg" })}
        >
          Try Again
        </button>
      </FullPage>
    </div>
  );
}

function canReload(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(reloadedAtName)) > againAfterMs;
  } catch {
    return false;
  }
}

/** Returns false if the reload can't be recorded, because the page could then reload forever. */
function reloadOnce(): boolean {
  try {
    sessionStorage.setItem(reloadedAtName, String(Date.now()));
    location.reload();
    return true;
  } catch {
    return false;
  }
}
