import type { Metadata } from "next";
import Link from "next/link";
import { requireUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Dashboard" };

export default async function DashboardPage() {
  const user = await requireUser();
  return (
    <>
      <h1 className="text-24 font-semibold">Welcome back, {user.firstName}!</h1>
      <ul className="grid gap-2 text-16">
        <li>
          <Link href="/keywords">Your keyword watches</Link>
        </li>
        <li>
          <Link href="/notifications">Your notifications</Link>
        </li>
      </ul>
    </>
  );
}
