import Link from "next/link";
import type { Operator } from "@/domain/operator";
import { freeWatchLimit } from "@/domain/plans";
import { notificationDays } from "@/domain/retention";
import { anySite, everySite, notAffiliatedText, apiAccessText } from "@/domain/site-texts";
import { LegalPage } from "./legal-page";
import { OperatorLines, SupportLink } from "./operator-lines";

export function Terms({ operator }: { operator: Operator }) {
  const { sites } = operator;
  return (
    <LegalPage
      title="Terms of service"
      lede="What you can expect of Earshot, and what we expect of you. By creating an account you agree to these terms."
    >
      <h2>Who we are</h2>
      <p>Earshot is run by:</p>
      <OperatorLines operator={operator} />
      <p>
        {notAffiliatedText(sites)} {everySite(sites)}{" "}
        {sites.length === 1 ? "is a trademark of its owner" : "are trademarks of their owners"}, and what is
        written there is subject to terms of its own.
      </p>

      <h2>What Earshot does</h2>
      <p>
        Earshot reads new public posts and comments on {everySite(sites)} in the places you choose, looks for
        your keywords, and tells you by email and in the browser. It never writes to {anySite(sites)} and
        needs no account of yours there.
      </p>
      <ul>
        <li>
          In places you name, every new post and comment is read. Where a site holds something back, we try to
          fill the gap, and show it where we can&apos;t.
        </li>
        {operator.hasFeeds && (
          <li>
            Feeds and forums that you name are read too, for what they show everybody when we ask: a feed
            every 5 to 60 minutes, a forum every minute, where its robots.txt allows that. Name only those
            that you may read.
          </li>
        )}
        {sites.includes("Reddit") && (
          <li>
            With &ldquo;all&rdquo; we read as much of Reddit as our share of requests allows. The app shows
            how much that is. {apiAccessText} After that we can&apos;t read Reddit.
          </li>
        )}
        <li>
          We depend on {everySite(sites)}, on mail providers and on your browser. We don&apos;t promise that a
          message reaches you at a certain moment, so don&apos;t rely on Earshot where a late one could do
          harm.
        </li>
      </ul>

      <h2>Your account</h2>
      <p>
        Give a mail address that is yours, and keep your password to yourself. You must be 13 or older:
        children under 13 may not use Earshot. If you are a minor where you live, a parent or guardian has to
        agree. You answer for what is done with your account; tell us at once if somebody else uses it.
      </p>

      <h2>Fair use</h2>
      <ul>
        <li>Don&apos;t use Earshot to harass, stalk or profile people, or to send them unwanted messages.</li>
        <li>Don&apos;t resell what it finds, or rebuild {anySite(sites)} out of it.</li>
        <li>Don&apos;t get around the limits of your plan or of the service, and don&apos;t disturb it.</li>
        <li>Follow the rules of a site and of a place on it when you answer there.</li>
      </ul>
      <p>We may suspend an account that does any of this, after a warning where that is possible.</p>

      {operator.hasBilling ? (
        <Plans />
      ) : (
        <>
          <h2>Price</h2>
          <p>Everything is included and costs nothing.</p>
        </>
      )}

      <h2>What belongs to whom</h2>
      <p>
        Your keywords and notes are yours. What people wrote on {anySite(sites)} is theirs: we show you a copy
        for {notificationDays} days at most, with its source, and take it away when they do. The program, its
        name and its look are ours.
      </p>

      <h2>Ending it</h2>
      <p>
        You can delete your account in the settings whenever you like. That{" "}
        {operator.hasBilling && "ends a subscription too and "}wipes what we hold about you. We may close the
        service with 30 days&apos; notice
        {operator.hasBilling && "; we then refund what you paid for time that is left"}.
      </p>

      <h2>Warranty and liability</h2>
      <p>
        Earshot is provided as it is, without a warranty beyond what the law demands. As far as the law
        allows, we are not liable for indirect damage or lost profit, and in all for no more than what you
        paid us in the twelve months before. Nothing here limits what can&apos;t be limited by law, such as
        the rights of consumers in Quebec.
      </p>

      <h2>Law and changes</h2>
      <p>
        The law of the place of business above applies, with the federal law of Canada; as a consumer you keep
        the protection of the law where you live. If these terms change, we tell you by mail at least 30 days
        before. If you don&apos;t agree, cancel before that day. Questions:{" "}
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
          <b>Free</b> costs nothing and holds up to {freeWatchLimit} keyword watches.
        </li>
        <li>
          <b>Pro</b> costs 9.99 CAD per month or 99.99 CAD per year, plus taxes where they apply. It renews by
          itself for the same time until you cancel.
        </li>
        <li>Payments go through Stripe, a card payment provider. We never see or keep your card number.</li>
        <li>
          You can cancel at any time. Pro then lasts until the end of the period you paid for, and your plan
          becomes Free: you keep every watch, and of the active ones the {freeWatchLimit} oldest stay active.
        </li>
        <li>If we change a price, we tell you by mail at least 30 days before you would pay it.</li>
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
