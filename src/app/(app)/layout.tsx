import Link from "next/link";
import type { ReactNode } from "react";
import { SignOut } from "@/features/auth/sign-out";
import { requireUser } from "@/server/http/page-session";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  return (
    <div className="mx-auto grid max-w-4xl gap-6 px-4 py-6">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-4">
        <nav aria-label="Main" className="flex flex-wrap gap-6 text-16">
          <Link href="/dashboard">Dashboard</Link>
          <Link href="/keywords">Keywords</Link>
          <Link href="/notifications">Notifications</Link>
        </nav>
        <div className="flex flex-wrap items-center gap-4">
          <span>
            {user.firstName} {user.lastName} <span className="text-ink-3">{user.email}</span>
          </span>
          <SignOut />
        </div>
      </header>
      <main className="grid gap-6">{children}</main>
    </div>
  );
}
