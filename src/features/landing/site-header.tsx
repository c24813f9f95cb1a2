import Link from "next/link";
import { Brand } from "@/ui/brand";
import { ButtonLink } from "@/ui/button-link";
import { ThemeToggle } from "@/ui/theme-toggle";
import styles from "./landing.module.css";
import { wide } from "./measures";

const pricing = "/#pricing";
const sections = [
  ["Features", "/#features"],
  ["How it works", "/#how-it-works"],
  ["Pricing", pricing],
  ["Contact", "/#contact"],
] as const;

export function SiteHeader({
  isOpen,
  hasBilling,
  isSignedIn = false,
}: {
  isOpen: boolean;
  hasBilling: boolean;
  isSignedIn?: boolean;
}) {
  const shown = sections.filter(([, href]) => hasBilling || href !== pricing);
  return (
    <header className={`sticky top-0 z-10 border-b border-transparent bg-canvas print:hidden ${styles.edge}`}>
      <div className={`${wide} flex h-14 items-center gap-2 sm:h-16 sm:gap-6`}>
        <Brand href="/" />
        <nav aria-label="On this page" className="ml-4 flex flex-1 gap-6 max-lg:hidden">
          {shown.map(([label, href]) => (
            <Link
              key={href}
              href={href}
              prefetch={false}
              className="text-14 font-medium text-ink-2 no-underline hover:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1 max-lg:ml-auto sm:gap-2">
          <ThemeToggle className="max-[23rem]:hidden" />
          {isSignedIn ? (
            <ButtonLink href="/dashboard" prefetch={false} look="primary">
              Go to Dashboard
            </ButtonLink>
          ) : (
            <ButtonLink href="/login" prefetch={false} look={isOpen ? "ghost" : "primary"}>
              Sign In
            </ButtonLink>
          )}
          {isOpen && !isSignedIn && (
            <ButtonLink href="/register" prefetch={false} look="primary">
              Get Started
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}
