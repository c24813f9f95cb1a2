import type { Metadata } from "next";
import { buttonLook } from "@/ui/button-look";
import { FullPage } from "@/ui/full-page";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <FullPage title="Page not found" text="The link might be wrong, or the page might have been removed.">
      <a href="/" className={buttonLook({ look: "primary", size: "lg" })}>
        Back to Earshot
      </a>
    </FullPage>
  );
}
