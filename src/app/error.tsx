"use client";

import { buttonLook } from "@/ui/button-look";
import { FullPage } from "@/ui/full-page";

export default function ScreenError() {
  return (
    <div role="alert">
      <FullPage title="Something went wrong on our side" text="Please try again in a moment.">
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
