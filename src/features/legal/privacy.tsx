import Link from "next/link";
import type { Operator } from "@/domain/operator";
import { closedHours } from "@/domain/plans/retention";
import { anySite, everySite } from "@/domain/reading/site-texts";
import { LegalPage } from "./legal-page";
import { OperatorLines, SupportLink } from "./operator-lines";
import { BrowserStorage } from "./privacy-storage";
import { Processors, Retention } from "./privacy-data";

export function PrivacyPolicy({ operator }: { operator: Operator }) {
  const { sites } = operator;
  return (
    <LegalPage
      title="Privacy policy"
      lede={`The data Earshot stores about you and about people on ${anySite(sites)}, why, for how long, and how to get a copy or delete it.`}
    >
      <h2>Who is responsible</h2>
      <OperatorLines operator={operator} />
      <p>
        The person in charge of the protection of personal information (Quebec&apos;s Law 25) can be reached
        at the same address: email <SupportLink operator={operator} /> with the subject &ldquo;Privacy&rdquo;.
      </p>

      <h2>Data we store about you</h2>
      <ul>
        <li>
          <b>Your account</b>: first and last name, email address, time zone, theme, and your password, stored
          as an argon2id hash that can&apos;t be reversed.
        </li>
        <li>
          <b>Your watches</b>: keywords, places, filters, tags and notes.
          {operator.hasFeeds &&
            " This includes feed and forum URLs. They are never shown to other users or logged. Feed URLs are encrypted, and deleted with the last watch that uses them."}
        </li>
        <li>
          <b>Matches and messages</b>: your notifications, and whether and when we sent each message.
        </li>
        <li>
          <b>Posts you opened</b>: when you first opened a post from a notification here, so we can show it as
          read. We don&apos;t share this, and we don&apos;t track posts opened from emails or feeds.
        </li>
        <li>
          <b>Your sessions</b>: for each session, its timestamps and user agent.
        </li>
        <li>
          <b>Your registration</b>: the user agent of the browser that created your account, until your
          address is verified. We include it in the verification email so you can check whether it was you.
        </li>
        {operator.hasBilling && (
          <li>
            <b>Your subscription</b>: plan, status, dates and your Stripe customer ID. No card data.
          </li>
        )}
      </ul>
      <p>
        We use it to run the service for you, to reply to you, and to keep the service safe. We don&apos;t
        sell it, show ads or build profiles. <b>Earshot doesn&apos;t currently collect analytics.</b>
      </p>
      <p>
        To slow down attacks we count requests by IP address. Those counters are deleted when they expire,{" "}
        {operator.hasUpstash ? "after half an hour or less" : "within two hours"} in most cases.
      </p>

      <h2>Cookies and storage in your browser</h2>
      <BrowserStorage />

      <h2>Content from {anySite(sites)}</h2>
      <p>
        Earshot reads public posts and comments through the interfaces that {everySite(sites)}{" "}
        {sites.length === 1 ? "offers" : "offer"} for this purpose. When one contains your keyword, we keep a
        copy for you: title, text, author&apos;s name, place, URL and time.
      </p>
      <ul>
        <li>
          If a post or comment matches no one&apos;s keyword, we delete its text and author within 48 hours.
        </li>
        <li>
          When something is deleted there, we delete our copy within 48 hours. We check at least every 24
          hours.
          {operator.hasFeeds && " For feed posts, we check whether the original page still exists."}
        </li>
        <li>
          If you wrote something that Earshot has stored and want it removed, delete it at the source or
          contact us.
        </li>
      </ul>

      <h2>Data retention</h2>
      <Retention hasBilling={operator.hasBilling} />

      <h2>Service providers</h2>
      <Processors operator={operator} />

      <h2>Messages from us (CASL)</h2>
      <p>
        We send alerts because you requested them by adding a keyword watch. Every alert includes our name,
        our address and a one-click unsubscribe link that takes effect immediately and works without signing
        in. Emails about the account itself are sent only in response to an action, such as a verification or
        a password reset, or when something needs your attention, such as a channel that no longer works. We
        don&apos;t send newsletters.
      </p>
      <p>
        Your private feed, if you create one, has a secret URL: anyone who has it can read your matches. You
        can turn it off in Settings. Anyone who has one of your API keys can see your watches and matches, and
        change them if you allow that, until you revoke it. For each key we store a hash, its label, its last
        four characters and when it was last used.
      </p>

      <h2>Your rights</h2>
      <ul>
        <li>Access and portability: download everything we store about you from Settings &gt; Export.</li>
        <li>Correction: change your name, email address and time zone in Settings.</li>
        <li>
          Deletion: delete your account in Settings. It is deleted immediately
          {operator.hasBilling && ", and your subscription is canceled"}. An email to you that is already
          being sent is kept until that has finished, for up to {closedHours} hours. We&apos;ll send one last
          email confirming the deletion, and keep your encrypted address only until it&apos;s sent.
        </li>
        <li>
          Withdraw your consent, object, or ask a question: contact us and we&apos;ll reply within 30 days.
        </li>
        <li>
          Complain to the Commission d&apos;accès à l&apos;information du Québec, the Office of the Privacy
          Commissioner of Canada, or the authority where you live.
        </li>
      </ul>

      <h2>Children</h2>
      <p>
        Earshot is not for children under 13. If you know of a child under 13 who has an account, tell us and
        we&apos;ll delete it.
      </p>

      <h2>Safety and changes</h2>
      <p>
        Passwords are hashed, connections are encrypted, and you can sign out sessions individually. If an
        incident puts you at risk of serious harm, we&apos;ll notify you and the authority without delay. If
        this page changes in substance, we&apos;ll email you first. See also the{" "}
        <Link href="/terms" prefetch={false}>
          terms
        </Link>
        .
      </p>
    </LegalPage>
  );
}
