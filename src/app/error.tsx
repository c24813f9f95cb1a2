"use client";

import { Button } from "@/ui/button";
import { FullPage } from "@/ui/full-page";

/** Stands for a screen that could not be made, such as while the database is away. */
export default function ScreenError() {
  return (
    <div role="alert">
      <FullPage title="Something went wrong on our side" text="Please try again in a moment.">
        <Button look="primary" size="lg" onClick={() => location.reload()}>
          Try Again
        </Button>
      </FullPage>
    </div>
  );
}
