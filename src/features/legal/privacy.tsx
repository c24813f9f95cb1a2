import Link from "next/link";
import type { Operator } from "@/domain/operator";
import { closedHours } from "@/domain/retention";
import { anySite, everySite } from "@/domain/site-texts";
import { LegalPage } from "./legal-page";
import { OperatorLines, SupportLink } from "./operator-lines";
import { BrowserStorage } from "./privacy-storage";
import { Processors, Retention } from "./privacy-data";

export function PrivacyPolicy({ operator }: { operator: Operator }) {
  const { sites } = operator;
  return (
    <LegalPage
      title="Privacy policy"
      lede={`What Earshot holds about you and about people on ${anySite(sites)}, why, for how long, and how you get it back or get rid of it.`}
    >
      <h2>Who is responsible</h2>
      <OperatorLines operator={operator} />
      <p>
        The person in charge of the protection of personal information (Quebec&apos;s Law 25) is reached at
        the same address: write to <SupportLink operator={operator} /> with the subject &ldquo;Privacy&rdquo;.
      </p>

      <h2>What we hold about you</h2>
      <ul>
        <li>
          <b>Your account</b>: first and last name, mail address, time zone, theme, and your password as an
          argon2id hash that can&apos;t be turned back.
        </li>
        <li>
          <b>What you watch</b>: keywords, places, filters, tags and notes.
          {operator.hasFeeds &&
            " The addresses of feeds and forums are among them: nobody else is shown yours, and no log holds them. Feed URLs are encrypted, and deleted with the last watch that uses them."}
        </li>
        <li>
          <b>What was found and sent</b>: your notifications, and whether and when a message went out.
        </li>
        <li>
          <b>What you opened</b>: when you first opened a post from a notification here, to show it as read.
          Nobody else is told; posts opened from mails and feeds are not noted.
        </li>
        <li>
          <b>Where you are signed in</b>: for each session its times and the name your browser gives itself.
        </li>
        <li>
          <b>What your account was opened with</b>: the name your browser gave itself, until your address is
          verified. The verification mail tells it, so that you see whether it was you.
        </li>
        {operator.hasBilling && (
          <li>
            <b>Your subscription</b>: plan, status and dates, and Stripe&apos;s number for you. No card data.
          </li>
        )}
      </ul>
      <p>
        We use it to run the service for you, to answer you, and to keep the service safe. We don&apos;t sell
        it, show no advertisements, and build no profiles. <b>Earshot collects no analytics today.</b>
      </p>
      <p>
        To slow down attacks we count requests by network address. Those counters are deleted when their time
        is over, {operator.hasUpstash ? "after fifteen minutes or less" : "within two hours"} in most cases.
      </p>

      <h2>Cookies and storage in your browser</h2>
      <BrowserStorage />

      <h2>What people wrote on {anySite(sites)}</h2>
      <p>
        Earshot reads public posts and comments through the interfaces that {everySite(sites)}{" "}
        {sites.length === 1 ? "offers" : "offer"} for it. Where one holds a keyword of yours, we keep a copy
        for you: title, text, author&apos;s name, place, address and time.
      </p>
      <ul>
        <li>
          Of posts and comments that nobody&apos;s keyword matched, no text and no author is kept longer than
          48 hours.
        </li>
        <li>
          What is deleted there is blanked here within 48 hours. We look it up again at least every 24 hours.
          {operator.hasFeeds && " Of a feed's posts, what counts is whether their own pages are still there."}
        </li>
        <li>If you wrote something that Earshot holds and want it gone, delete it there or write to us.</li>
      </ul>

      <h2>How long we keep it</h2>
      <Retention hasBilling={operator.hasBilling} />

      <h2>Who works for us</h2>
      <Processors operator={operator} />

      <h2>Messages from us (CASL)</h2>
      <p>
        We send alerts because you asked for them by adding a keyword watch. Each carries our name and address
        and a link that switches alerts off with one click, at once and without signing in. Mails about the
        account itself, such as a verification or a new password, are sent only when you cause them. We send
        no newsletters.
      </p>
      <p>
        Your private feed, if you make one, has a secret address: whoever knows it can read your matches. You
        can end it in the settings. An API key that you make lets whoever has it see your watches and matches
        or, if you say so, change them, until you revoke it; of a key we keep a fingerprint, its label, its
        last four characters and when it was last used.
      </p>

      <h2>Your rights</h2>
      <ul>
        <li>See and take with you all that is held: Export in the settings, as a file.</li>
        <li>Correct your name, address and time zone in the settings.</li>
        <li>
          Delete your account in the settings. It is gone at once
          {operator.hasBilling && ", and a subscription is canceled"}. A mail to you that was already being
          sent is kept until that has ended, for {closedHours} hours at most. One more mail tells you that the
          account is deleted; your address is kept for it alone, encrypted, until it was sent.
        </li>
        <li>Withdraw your consent, object, or ask anything: write to us, and we answer within 30 days.</li>
        <li>
          Complain to the Commission d&apos;accès à l&apos;information du Québec, the Office of the Privacy
          Commissioner of Canada, or the authority where you live.
        </li>
      </ul>

      <h2>Children</h2>
      <p>Earshot is not for children under 13. If one has an account, tell us and we delete it.</p>

      <h2>Safety and changes</h2>
      <p>
        Passwords are hashed, connections are encrypted, sessions can be ended one by one. If an incident puts
        you at risk of serious harm, we tell you and the authority without delay. If this page changes in
        substance, we tell you by mail first. See also the{" "}
        <Link href="/terms" prefetch={false}>
          terms
        </Link>
        .
      </p>
    </LegalPage>
  );
}
