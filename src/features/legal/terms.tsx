import Link from "next/link";
import type { Operator } from "@/domain/operator";
import { freeWatchLimit } from "@/domain/plans/plans";
import { notificationDays } from "@/domain/plans/retention";
import { anySite, everySite, notAffiliatedText, apiAccessText } from "@/domain/reading/site-texts";
import { LegalPage } from "./legal-page";
import { OperatorLines, SupportLink } from "./operator-lines";

export function Terms({ operator }: { operator: Operator }) {
  const { sites } = operator;
  return (
    <LegalPage
      title="Terms of service"
      lede="What you can expect from Earshot, and what we expect from you. By creating an account you agree to these terms."
    >
      <h2>Who we are</h2>
      <p>Earshot is run by:</p>
      <OperatorLines operator={operator} />
      <p>
        {notAffiliatedText(sites)} {everySite(sites)}{" "}
        {sites.length === 1
          ? "is a trademark of its owner, and content there is subject to its own terms."
          : "are trademarks of their owners, and content there is subject to their own terms."}
      </p>

      <h2>What Earshot does</h2>
      <p>
        Earshot reads new public posts and comments on {everySite(sites)} in the places you choose, looks for
        your keywords, and alerts you by email and in your browser. It never posts to {anySite(sites)} and
        doesn&apos;t need your account there.
      </p>
      <ul>
        <li>
          In the places you choose, we read every new post and comment. If a site leaves something out, we try
          to backfill it and show you any gap we can&apos;t fill.
        </li>
        {operator.hasFeeds && (
          <li>
            We also read the public content of feeds and forums you add: feeds every 5 to 60 minutes, forums
            every minute if their robots.txt allows it. Add only sources you have the right to read.
          </li>
        )}
        {sites.includes("Reddit") && (
          <li>
            With &ldquo;all&rdquo; we read as much of Reddit as our share of requests allows. The app shows
            how much that is. {apiAccessText} After that we can&apos;t read Reddit.
          </li>
        )}
        <li>
          We depend on {everySite(sites)}, on email providers and on your browser. We can&apos;t guarantee
          when a message will reach you, so don&apos;t rely on Earshot if a delay could cause harm.
        </li>
      </ul>

      <h2>Your account</h2>
      <p>
        Use your own email address and keep your password secret. You must be 13 or older: children under 13
        may not use Earshot. If you are a minor where you live, a parent or guardian must agree. You&apos;re
        responsible for activity on your account. Tell us immediately if someone else is using it.
      </p>

      <h2>Fair use</h2>
      <ul>
        <li>Don&apos;t use Earshot to harass, stalk or profile people, or to send them unwanted messages.</li>
        <li>Don&apos;t resell the results or use them to rebuild {anySite(sites)}.</li>
        <li>Don&apos;t bypass plan or service limits, or disrupt the service.</li>
        <li>Follow the rules of each site and community when you reply there.</li>
      </ul>
      <p>We may suspend accounts that break these rules, with a warning where possible.</p>

      {operator.hasBilling ? (
        <Plans />
      ) : (
        <>
          <h2>Price</h2>
          <p>Everything is included and costs nothing.</p>
        </>
      )}

      <h2>Ownership</h2>
      <p>
        Your keywords and notes are yours. Posts and comments on {anySite(sites)} belong to their authors. We
        show you a copy, with its source, for up to {notificationDays} days, and remove it when the author
        does. The software, its name and its design are ours.
      </p>

      <h2>Termination</h2>
      <p>
        You can delete your account in Settings at any time. This{" "}
        {operator.hasBilling && "cancels your subscription and "}deletes your data. We may close the service
        with 30 days&apos; notice
        {operator.hasBilling && "; we'll refund any unused time you've paid for"}.
      </p>

      <h2>Warranty and liability</h2>
      <p>
        Earshot is provided &ldquo;as is&rdquo;, without any warranty beyond those required by law. To the
        extent permitted by law, we aren&apos;t liable for indirect damages or lost profits, and our total
        liability is limited to the amount you paid us in the previous twelve months. Nothing here limits
        rights that can&apos;t be limited by law, such as the rights of consumers in Quebec.
      </p>

      <h2>Law and changes</h2>
      <p>
        These terms are governed by the law of our place of business above and the federal law of Canada. As a
        consumer you keep the protection of the law where you live. If these terms change, we&apos;ll email
        you at least 30 days in advance. If you don&apos;t agree, you can cancel before then. Questions:{" "}
        <SupportLink operator={operator} />.
      </p>
    </LegalPage>
  );
}

function Plans() {
  return (
    <>
      <h2>Plans and payment</h2>
      <ul>
        <li>
          <b>Free</b> costs nothing and includes up to {freeWatchLimit} keyword watches.
        </li>
        <li>
          <b>Pro</b> costs 9.99 CAD per month or 99.99 CAD per year, plus applicable taxes. It renews
          automatically for the same period until you cancel.
        </li>
        <li>Payments go through Stripe, a card payment provider. We never see or store your card number.</li>
        <li>
          You can cancel at any time. You keep Pro until the end of the period you paid for, then move to
          Free. You keep every watch; your {freeWatchLimit} oldest active ones stay on and the rest are
          paused.
        </li>
        <li>If we change the price, we&apos;ll email you at least 30 days before it applies to you.</li>
      </ul>
      <p>
        There is a 30-day money-back guarantee: see the{" "}
        <Link href="/refund" prefetch={false}>
          refund policy
        </Link>
        .
      </p>
    </>
  );
}
