import Link from "next/link";
import type { ReactNode } from "react";
import type { Operator } from "@/domain/operator";
import { everySite, notAffiliatedText } from "@/domain/reading/site-texts";
import { Brand } from "@/ui/brand";
import { wide } from "./measures";

const register = "/register";
const account = [
  ["Sign Up", register],
  ["Sign In", "/login"],
  ["Dashboard", "/dashboard"],
  ["Contact", "/#contact"],
  ["Developers", "/developers"],
] as const;
const legal = [
  ["Privacy", "/privacy"],
  ["Terms", "/terms"],
  ["Refund", "/refund"],
] as const;

export function SiteFooter({ operator, isSignedIn = false }: { operator: Operator; isSignedIn?: boolean }) {
  const isLinked = (href: string) => {
    if (isSignedIn) return href !== register && href !== "/login";
    return href !== "/dashboard" && (operator.isOpen || href !== register);
  };
  return (
    <footer className="border-t border-line pt-12 pb-10 text-14 print:hidden">
      <div className={`${wide} grid grid-cols-2 gap-8 lg:grid-cols-[1.2fr_1fr_1fr_1.6fr]`}>
        <div>
          <Brand href="/" />
          <p className="mt-3 max-w-60 text-ink-3">
            Monitors {everySite(operator.sites)} for the keywords you care about.
          </p>
        </div>
        <Links heading="Account" links={account.filter(([, href]) => isLinked(href))} />
        <Links heading="Legal" links={legal} />
        <div className="max-lg:col-span-2">
          <Heading>Business details</Heading>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-ink-2 [&_dt]:text-ink-3">
            <dt>Name</dt>
            <dd>{operator.name}</dd>
            <dt>Address</dt>
            <dd className="whitespace-pre-line">{operator.address}</dd>
            <dt>Contact</dt>
            <dd>
              <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
            </dd>
            <dt>Payments</dt>
            <dd>
              {operator.hasBilling ? "Card payments through Stripe, in CAD" : "None (everything is included)"}
            </dd>
          </dl>
        </div>
        <p className="col-span-full mt-2 border-t border-line pt-5 text-13 text-ink-3">
          {notAffiliatedText(operator.sites)}
        </p>
      </div>
    </footer>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return <h2 className="mb-3 text-13 font-semibold tracking-normal">{children}</h2>;
}

function Links({
  heading,
  links,
}: {
  heading: string;
  links: readonly (typeof account | typeof legal)[number][];
}) {
  return (
    <nav aria-label={heading}>
      <Heading>{heading}</Heading>
      <ul className="grid gap-2">
        {links.map(([label, href]) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              className="text-ink-2 no-underline hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
