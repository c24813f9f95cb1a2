import type { Metadata } from "next";
import Link from "next/link";

export const metadata: Metadata = { title: "Page not found" };

/** What is no screen of ours. Home is the dashboard for who is signed in. */
export default function NotFound() {
  return (
    <main className="mx-auto grid max-w-md gap-6 px-6 py-16">
      <h1 className="text-30 font-semibold">This page isn&apos;t here</h1>
      <p>The address may be mistyped, or the page may not be open yet.</p>
      <p>
        <Link href="/">Back to Earshot</Link>
      </p>
    </main>
  );
}
