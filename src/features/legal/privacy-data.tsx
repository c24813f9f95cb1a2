import { addedTitles } from "@/domain/delivery/channel-names";
import type { Operator } from "@/domain/operator";
import { logDays, notificationDays, partingDays, refusalDays } from "@/domain/plans/retention";
import { everySite } from "@/domain/reading/site-texts";

export function Retention({ hasBilling }: { hasBilling: boolean }) {
  return (
    <ul>
      <li>
        Notifications, including starred ones: <b>{notificationDays} days</b>; snoozed ones: the same time
        after they return. If you change or delete a watch, we keep its previous keywords for the same period
        so old matches stay highlighted.
      </li>
      <li>
        Logs of service activity and deliveries: <b>{logDays} days</b>. They contain no keywords or email
        addresses.
      </li>
      <li>Text and authors of posts and comments that matched nothing: up to 48 hours.</li>
      <li>
        Email verification links: 24 hours. Password reset links: 1 hour. Sessions end 30 days after last use;
        we delete them {logDays} days later.
      </li>
      <li>
        Accounts that were never verified or signed in to: 7 days (if you were invited again, until that
        invitation expires), or until you follow &ldquo;This wasn&apos;t me&rdquo; in the verification email.
      </li>
      <li>
        Addresses that blocked our email before they were confirmed, for example with &ldquo;This wasn&apos;t
        me&rdquo;: {refusalDays} days, as a keyed hash instead of the address.
      </li>
      <li>
        Threads that you follow: until you unfollow them, or <b>{notificationDays} days</b> after they
        stopped.
      </li>
      <li>Account, watches, saved views and settings: until you delete them.</li>
      <li>
        The encrypted email address of a deleted account: until the confirmation email is sent, usually
        seconds, at most {partingDays} days.
      </li>
      {hasBilling && <li>Payment records: as long as tax law requires, at Stripe and in our accounts.</li>}
    </ul>
  );
}

export function Processors({
  operator: { sites, hasFeeds, hasBilling, hasResend, hasTelegram, hasUpstash },
}: {
  operator: Operator;
}) {
  return (
    <>
      <ul>
        <li>
          <b>Our hosting and database provider</b>: hosts the service and its data.
        </li>
        <li>
          <b>{hasResend ? "Resend" : "Our email provider"}</b>
          {hasResend && ", email provider"}: your address, the emails we send you, and whether they bounced.
        </li>
        {hasBilling && (
          <li>
            <b>Stripe</b>, payment provider: the payment details you enter. Its own privacy policy applies
            there.
          </li>
        )}
        {hasUpstash && (
          <li>
            <b>Upstash</b>: rate-limit counters.
          </li>
        )}
        <li>
          <b>Your browser&apos;s push service</b>, only if you turn on push{hasBilling && " on Pro"}: an
          encrypted message for each alert.
        </li>
        <li>
          <b>The destinations you add yourself</b>, such as {addedTitles} or a webhook: the contents of your
          alerts. We store their URLs encrypted and their responses for 30 days.
          {hasTelegram &&
            " For Telegram, we store the chat's id encrypted and use its name as a label that you can change. Telegram sends us messages to our bot; we don't store them."}
        </li>
      </ul>
      <p>
        Some of them are located outside Quebec and Canada, mainly in the United States. We choose them
        carefully, share only the data they need, and have contracts with them. {everySite(sites)}{" "}
        {sites.length === 1 ? "is our source: it gets" : "are our sources: they get"} no data about you from
        us, only what we look up there: places, links, names of authors and what you type to find a place.
        {hasFeeds &&
          " The hosts of watched feeds and forums see our requests, which identify Earshot and our contact details but contain nothing about you."}
      </p>
    </>
  );
}
