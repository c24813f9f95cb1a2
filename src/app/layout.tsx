import type { Metadata } from "next";
import { connection } from "next/server";
import type { ReactNode } from "react";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Earshot", template: "%s · Earshot" },
  description:
    "Earshot watches Reddit for the words you care about and tells you soon after somebody wrote them.",
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Each answer carries its own nonce, so no screen is made ahead of its request.
  await connection();
  return (
    <html lang="en" suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
