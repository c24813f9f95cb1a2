import Link from "next/link";
import type { Operator } from "@/domain/operator";
import { freeWatchLimit } from "@/domain/plans";
import { LegalPage } from "./legal-page";
import { OperatorLines, SupportLink } from "./operator-lines";

export function RefundPolicy({ operator }: { operator: Operator }) {
  if (!operator.hasBilling) return <NothingSold operator={operator} />;
  return (
    <LegalPage
      title="Refund policy"
      lede="Pro comes with a 30-day money-back guarantee. Write to us, and you need give no reason."
    >
      <h2>The guarantee</h2>
      <p>
        You can ask for your money back within <b>30 days</b> of a payment for Pro, monthly or yearly. We
        refund that payment in full. The Free plan costs nothing, so there is nothing to refund.
      </p>

      <h2>How to ask</h2>
      <p>
        Write to <SupportLink operator={operator} /> from the address of your account, and say which payment
        you mean. Never send us a card number: we don&apos;t need it and can&apos;t see it.
      </p>

      <h2>What happens then</h2>
      <ul>
        <li>
          We review your request within <b>2-3 business days</b> and answer by mail.
        </li>
        <li>
          The refund is processed within <b>5-10 business days</b>, to the card you paid with, in Canadian
          dollars. How soon it shows depends on your bank.
        </li>
        <li>
          A Pro plan that is canceled after a refund is <b>downgraded to free</b>. You keep every keyword
          watch; of those that are active, the {freeWatchLimit} oldest stay active.
        </li>
      </ul>

      <h2>Canceling without a refund</h2>
      <p>
        You can cancel at any time under Subscription in the app. Pro then stays until the end of the period
        you paid for and is not renewed. Until that day you can change your mind there.
      </p>

      <h2>Your rights by law</h2>
      <p>
        This guarantee comes on top of what the law of your province or country gives you as a consumer, and
        takes nothing away from it. The{" "}
        <Link href="/terms" prefetch={false}>
          terms
        </Link>{" "}
        say the rest.
      </p>

      <h2>Who answers</h2>
      <OperatorLines operator={operator} />
    </LegalPage>
  );
}

function NothingSold({ operator }: { operator: Operator }) {
  return (
    <LegalPage
      title="Refund policy"
      lede="Nothing is sold here: everything is included, so there is nothing to refund."
    >
      <h2>Who answers</h2>
      <OperatorLines operator={operator} />
    </LegalPage>
  );
}
