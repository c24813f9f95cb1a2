import type { Operator } from "@/domain/operator";
import { logDays, notificationDays, partingDays, refusalDays } from "@/domain/retention";
import { everySite } from "@/domain/site-texts";

/** How long each kind of data stays. */
export function Retention({ hasBilling }: { hasBilling: boolean }) {
  return (
    <ul>
      <li>
        Notifications, starred, snoozed or not: <b>{notificationDays} days</b>. As long stays what a watch
        looked for before you changed or deleted it, so that its words stay marked.
      </li>
      <li>
        Logs of what the service did and sent: <b>{logDays} days</b>. They hold no keywords and no mail
        addresses.
      </li>
      <li>Texts of posts and comments that matched nothing, with who wrote them: 48 hours at most.</li>
      <li>
        Links that verify an address: 24 hours; links for a new password: 1 hour; a session: 30 days after it
        was last used.
      </li>
      <li>
        An account whose address nobody verified and that nobody signed in to: 7 days, or until you follow
        &ldquo;This wasn&apos;t me&rdquo; in its verification mail.
      </li>
      <li>
        Unconfirmed addresses that refuse our email, also by &ldquo;This wasn&apos;t me&rdquo;: {refusalDays}{" "}
        days, as a keyed hash instead of the address.
      </li>
      <li>Account, watches, views of your lists and settings: until you delete them.</li>
      <li>
        Of a deleted account its address, encrypted: until the mail that says so was sent, usually seconds,{" "}
        {partingDays} days at most.
      </li>
      {hasBilling && (
        <li>What tax law makes us keep about payments: as long as it says, with Stripe and in our books.</li>
      )}
    </ul>
  );
}

/** Who handles data on the operator's behalf, and what reaches them. */
export function Processors({
  operator: { sites, hasFeeds, hasBilling, hasUpstash },
}: {
  operator: Operator;
}) {
  return (
    <>
      <ul>
        <li>
          <b>Our hosting and database provider</b>: stores and runs all of it.
        </li>
        <li>
          <b>Resend</b>, mail provider: your address and the mails we send you, and whether they bounced.
        </li>
        {hasBilling && (
          <li>
            <b>Stripe</b>, payment provider: what you enter when you pay. Its own privacy policy applies
            there.
          </li>
        )}
        {hasUpstash && (
          <li>
            <b>Upstash</b>: the counters against too many requests.
          </li>
        )}
        <li>
          <b>Your browser&apos;s push service</b>, only if you switch on push{hasBilling && " on Pro"}: an
          encrypted message for each alert.
        </li>
        <li>
          <b>The receivers that you add yourself</b>, such as Slack, Discord, Teams, ntfy or a webhook: what
          your alerts say. We keep their addresses encrypted, and for 30 days what they answered.
        </li>
      </ul>
      <p>
        Some of them work outside Quebec and Canada, mainly in the United States. We choose them with care,
        give them only what the task needs, and bind them by contract. {everySite(sites)}{" "}
        {sites.length === 1 ? "is our source: it gets" : "are our sources: they get"} no data about you from
        us, only the names of the places that are watched.
        {hasFeeds &&
          " The hosts of feeds and forums that are watched get our questions, which name Earshot and how to reach us, and nothing about you."}
      </p>
    </>
  );
}
