import type { Metadata } from "next";
import { buttonLook } from "@/ui/button-look";
import { FullPage } from "@/ui/full-page";

export const metadata: Metadata = { title: "Page not found" };

/** What is no screen of ours. Home is the dashboard for who is signed in. */
export default function NotFound() {
  return (
    <FullPage title="This page isn't here" text="The address may be mistyped, or what was here is gone.">
      <a href="/" className={buttonLook({ look: "primary", size: "lg" })}>
        Back to Earshot
      </a>
    </FullPage>
  );
}
