import type { ReactNode } from "react";
import { countGaps } from "@/contract/coverage-texts";
import type { Receipt } from "@/contract/receipt";
import { formatCount } from "@/domain/text/counted";
import { listUnwatched, receiptText } from "@/domain/text/receipt-text";
import { Mark } from "@/ui/mark";
import { SiteIcon } from "@/ui/site-icon";

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const formatUtc = (at: string) => `${format.format(new Date(at))} UTC`;

/** The contents of a receipt, for the screen and for print. */
export default function ReceiptSheet({
  receipt,
  keyId,
  isValid,
}: {
  receipt: Receipt;
  keyId: string | null;
  isValid: boolean;
}) {
  const { watch, places, revisions, limits } = receipt;
  const unwatched = listUnwatched(receipt.period, revisions);
  const gaps = places.flatMap((place) => place.gaps.map((gap) => ({ ...gap, place })));
  return (
    <article
      className="divide-y divide-line rounded-lg border border-line bg-surface print:rounded-none print:border-0"
      aria-labelledby="receipt-title"
    >
      <header className="px-5 py-6 sm:px-8">
        <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-13 text-ink-3">
          <span className="flex items-center gap-2 text-14 font-bold tracking-[-.025em] text-ink">
            <Mark className="size-5.5" />
            Earshot
          </span>
          Issued {formatUtc(receipt.issuedAt)}
        </p>
        <h2 id="receipt-title" className="mt-2 text-20 wrap-anywhere">
          <bdi>{watch.keyword}</bdi>
        </h2>
        <p className="mt-1 text-ink-2">
          {formatUtc(receipt.period.from)} to {formatUtc(receipt.period.to)}
        </p>
      </header>
      <p className="px-5 py-5 text-17 sm:px-8">
        {receiptText({ ...receipt, places: places.length, gaps: countGaps(places), unwatched })}
      </p>
      <Part title="Items read" columns={["Place", "Items read", "Matches", "Gaps"]} hasNumbers>
        {places.map((place) => (
          <tr key={`${place.site}:${place.name}`}>
            <PlaceCell {...place} />
            <td>{formatCount(place.items)}</td>
            <td>{formatCount(place.matches)}</td>
            <td>{place.gaps.length === 0 ? "None" : formatCount(countGaps([place]))}</td>
          </tr>
        ))}
      </Part>
      {gaps.length > 0 && (
        <Part title="Gaps" columns={["Place", "From", "To", "Missed"]}>
          {gaps.map(({ place, kind, from, to, items, filledAt }) => (
            <tr key={`${place.site}:${place.name} ${kind} ${from}`}>
              <PlaceCell {...place} />
              <td>{formatUtc(from)}</td>
              <td>{formatUtc(to)}</td>
              <td>{missedText(kind, items, filledAt)}</td>
            </tr>
          ))}
        </Part>
      )}
      {unwatched.length > 0 && (
        <Part title="Not watched" columns={["From", "To"]}>
          {unwatched.map(({ from, to }) => (
            <tr key={from}>
              <td>{formatUtc(from)}</td>
              <td>{formatUtc(to)}</td>
            </tr>
          ))}
        </Part>
      )}
      {limits.length > 0 && (
        <Part title="Beyond a limit" columns={["Day", "Limit", "Missed"]}>
          {limits.map(({ day, reason, limit, missed }) => (
            <tr key={`${day} ${reason}`}>
              <th scope="row">{day}</th>
              <td>
                {formatCount(limit)} {reason === "count" ? "matches" : "MB"}
              </td>
              <td>{formatCount(missed)}</td>
            </tr>
          ))}
        </Part>
      )}
      <Part title="Expression" columns={["Revision", "From", "To", "Terms"]}>
        {revisions.map(({ revision, from, to, terms }) => (
          <tr key={revision}>
            <th scope="row">{formatCount(revision)}</th>
            <td>{formatUtc(from)}</td>
            <td>{to === null ? "Current" : formatUtc(to)}</td>
            <td className="font-mono">{terms.join(", ")}</td>
          </tr>
        ))}
      </Part>
      <section className="px-5 py-5 text-13 sm:px-8">
        <h3 className="text-13 font-semibold tracking-normal">Signature</h3>
        <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-ink-2">Server</dt>
          <dd className="wrap-anywhere">{receipt.issuer}</dd>
          {keyId !== null && (
            <>
              <dt className="text-ink-2">Key fingerprint</dt>
              <dd className="font-mono wrap-anywhere">SHA256:{keyId}</dd>
            </>
          )}
        </dl>
        {isValid && (
          <p className="mt-3 wrap-anywhere text-ink-3">
            Anyone can verify this receipt at {receipt.issuer}/receipt. No account needed.
          </p>
        )}
      </section>
    </article>
  );
}

function Part({
  title,
  columns,
  hasNumbers = false,
  children,
}: {
  title: string;
  columns: readonly string[];
  /** All columns but the first contain numbers. */
  hasNumbers?: boolean;
  children: ReactNode;
}) {
  const alignment = hasNumbers
    ? "[&_td]:text-right [&_th:not(:first-child)]:text-right [&_tr>:last-child]:pr-0"
    : "";
  return (
    <section className="overflow-x-auto px-5 py-5 sm:px-8 print:overflow-visible">
      <table
        className={`w-full text-left text-13 ${alignment} [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top max-sm:[&_td]:pr-2 [&_th]:py-2 [&_th]:pr-4 max-sm:[&_th]:pr-2 [&_tr]:border-b [&_tr]:border-line [&_tr]:break-inside-avoid [&_tr:last-child]:border-0`}
      >
        <caption className="pb-1 text-left font-semibold">{title}</caption>
        <thead className="text-12 whitespace-nowrap text-ink-3">
          <tr className="border-b border-line!">
            {columns.map((name) => (
              <th key={name} scope="col" className="font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_th]:font-normal">{children}</tbody>
      </table>
    </section>
  );
}

function PlaceCell({ site, label }: { site: string; label: string }) {
  return (
    <th scope="row" className="wrap-anywhere">
      <span className="flex items-center gap-2">
        <span className="max-sm:hidden">
          <SiteIcon site={site} />
        </span>
        {label}
      </span>
    </th>
  );
}

function missedText(kind: "post" | "comment", items: number | null, filledAt: string | null): string {
  if (filledAt !== null) return `Nothing, read again on ${formatUtc(filledAt)}`;
  if (items === null) return kind === "post" ? "Posts, number unknown" : "Comments, number unknown";
  return `${formatCount(items)} ${kind}${items === 1 ? "" : "s"}`;
}
