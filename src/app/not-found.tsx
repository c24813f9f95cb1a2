import type { Metadata } from "next";
import { buttonLook } from "@/ui/button-look";
import { FullPage } from "@/ui/full-page";

export const metadata: Metadata = { title: "Page not found" };

/** The 404 page. Its home link goes to the dashboard for signed-in users. */
export default function NotFound() {
  return (
    <FullPage title="Page not found" text="The link might be wrong, or the page might have been removed.">
      <a href="/" className={buttonLook({ look: "primary", size: "lg" })}>
        Back to Earshot
      </a>
    </FullPage>
  );
}
