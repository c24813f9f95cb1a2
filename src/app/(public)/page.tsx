import Link from "next/link";
import { ResumeSession } from "@/features/auth/resume-session";

export default function LandingPage() {
  return (
    <main className="mx-auto grid max-w-2xl gap-6 px-6 py-16">
      <h1 className="text-40 font-bold">Hear it when somebody writes about you.</h1>
      <p className="text-16">
        Earshot watches Reddit for the words you care about and tells you soon after somebody wrote them.
      </p>
      <nav aria-label="Account" className="flex gap-6 text-16">
        <Link href="/login">Sign In</Link>
        <Link href="/register">Get Started</Link>
      </nav>
      <footer className="text-13 text-ink-3">Earshot is not affiliated with Reddit.</footer>
      <ResumeSession />
    </main>
  );
}
