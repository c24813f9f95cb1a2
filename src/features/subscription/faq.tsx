import { ChevronRight } from "lucide-react";
import { freeWatchLimit } from "@/domain/plans/plans";
import { Card, CardHead } from "@/ui/card";

const entries = [
  {
    question: "Can I cancel anytime?",
    response:
      "Yes. You keep Pro until the end of the billing period, then switch to Free. You can also get a full refund within 30 days of paying.",
  },
  {
    question: "How can I pay?",
    response:
      "With Visa, Mastercard, American Express or Discover. Stripe handles payments, so we never see your card number.",
  },
  {
    question: "What happens when I reach the keyword limit?",
    response: `Free includes ${freeWatchLimit} keyword watches; Pro is unlimited. If you downgrade, you keep every watch: your ${freeWatchLimit} oldest active ones stay on and the rest are paused.`,
  },
];

export function Faq() {
  return (
    <Card aria-labelledby="questions">
      <CardHead title="Billing and cancellation" titleId="questions" />
      <div className="divide-y divide-line">
        {entries.map(({ question, response }, at) => (
          <details key={question} open={at === 0} className="group/question">
            <summary className="flex cursor-pointer list-none items-center gap-3 px-4 py-3.5 font-medium sm:px-5 [&::-webkit-details-marker]:hidden">
              <ChevronRight className="flex-none text-ink-3 transition-[rotate] duration-200 ease-std group-open/question:rotate-90" />
              {question}
            </summary>
            <p className="max-w-176 pr-4 pb-4 pl-11.5 text-ink-2 sm:pl-12.5">{response}</p>
          </details>
        ))}
      </div>
    </Card>
  );
}
