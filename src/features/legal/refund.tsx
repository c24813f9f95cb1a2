import Link from "next/link";
import type { Operator } from "@/domain/operator";
import { freeWatchLimit } from "@/domain/plans/plans";
import { LegalPage } from "./legal-page";
import { OperatorLines, SupportLink } from "./operator-lines";

export function RefundPolicy({ operator }: { operator: Operator }) {
  if (!operator.hasBilling) return <NothingSold operator={operator} />;
  return (
    <LegalPage
      title="Refund policy"
      lede="Pro includes a 30-day money-back guarantee. Just email us; no reason needed."
    >
      <h2>The guarantee</h2>
      <p>
        You can request a refund within <b>30 days</b> of a payment for Pro, monthly or yearly. We refund that
        payment in full. The Free plan costs nothing, so there is nothing to refund.
      </p>

      <h2>How to request a refund</h2>
      <p>
        Email <SupportLink operator={operator} /> from the address on your account and tell us which payment
        you mean. Never send us a card number: we don&apos;t need it.
      </p>

      <h2>What happens next</h2>
      <ul>
        <li>
          We review your request within <b>2-3 business days</b> and reply by email.
        </li>
        <li>
          The refund is processed within <b>5-10 business days</b>, to the card you paid with, in Canadian
          dollars. Your bank decides when it appears.
        </li>
        <li>
          A Pro plan that is canceled after a refund is <b>downgraded to free</b>. You keep every keyword
          watch; your {freeWatchLimit} oldest active ones stay on and the rest are paused.
        </li>
      </ul>

      <h2>Canceling without a refund</h2>
      <p>
        You can cancel at any time under Subscription in the app. You keep Pro until the end of the period you
        paid for, and it isn&apos;t renewed. You can reactivate until then.
      </p>

      <h2>Your legal rights</h2>
      <p>
        This guarantee is in addition to your consumer rights under the law of your province or country, and
        doesn&apos;t limit them. See also the{" "}
        <Link href="/terms" prefetch={false}>
          terms
        </Link>
        .
      </p>

      <h2>Contact</h2>
      <OperatorLines operator={operator} />
    </LegalPage>
  );
}

function NothingSold({ operator }: { operator: Operator }) {
  return (
    <LegalPage
      title="Refund policy"
      lede="This server doesn't charge for anything, so there is nothing to refund."
    >
      <h2>Contact</h2>
      <OperatorLines operator={operator} />
    </LegalPage>
  );
}
