"use client";

import { Button } from "@/ui/button";

/** Stands for a screen that could not be made, such as while the database is away. */
export default function ScreenError() {
  return (
    <main role="alert" className="mx-auto grid max-w-md justify-items-start gap-6 px-6 py-16">
      <h1 className="text-30 font-semibold">Something went wrong on our side</h1>
      <p>Please try again in a moment.</p>
      <Button onClick={() => location.reload()}>Try Again</Button>
    </main>
  );
}
