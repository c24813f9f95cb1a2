import Link from "next/link";
import type { ReactNode } from "react";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-8 px-6 py-12">
      <header>
        <Link href="/" className="text-20 font-bold">
          Earshot
        </Link>
      </header>
      <main className="grid gap-6">{children}</main>
    </div>
  );
}
