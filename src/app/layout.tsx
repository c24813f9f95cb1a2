import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { productText } from "@/domain/reading/site-texts";
import { env } from "@/env";
import { EarlyInput } from "@/ui/early-input";
import { fontClasses } from "@/ui/fonts";
import { ScrollToTop } from "@/ui/scroll-to-top";
import { themeScript } from "@/ui/theme";
import { ToastArea } from "@/ui/toast/toast-area";
import { readSites } from "./sites";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const description = productText(await readSites());
  return {
    // Other sites fetch the social image, so its URL must be absolute.
    metadataBase: new URL(env().APP_URL),
    title: { default: "Earshot", template: "%s · Earshot" },
    description,
    applicationName: "Earshot",
    openGraph: { siteName: "Earshot", type: "website", description },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = {
  // The canvas color, for the browser's UI.
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f9f5" },
    { media: "(prefers-color-scheme: dark)", color: "#0a1516" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Each response has its own nonce, so screens can't be prerendered.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" className={fontClasses} suppressHydrationWarning>
      <head>
        {/* Browsers hide the nonce from scripts, so server and client markup always differ. */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <EarlyInput nonce={nonce} />
      </head>
      <body>
        {children}
        {/* After the content, so it runs after Next.js has scrolled. */}
        <ScrollToTop />
        <ToastArea />
      </body>
    </html>
  );
}
