import type { ReactNode } from "react";

const drawings: Readonly<Record<string, ReactNode>> = {
  reddit: <path d="M3.5 12.5V6.2M3.5 8.6c.6-1.6 1.9-2.6 3.6-2.4M8.6 13.6l4-11" />,
  lobsters: <path d="M5 3.2v9.6h6.4" />,
  bluesky: (
    <>
      <circle cx="8" cy="8" r="2.5" />
      <path d="M10.5 5.5v3.3a1.6 1.6 0 0 0 3.2 0V8A5.7 5.7 0 1 0 11.4 12.5" />
    </>
  ),
  github: (
    <>
      <circle cx="4.4" cy="4" r="1.6" />
      <circle cx="4.4" cy="12" r="1.6" />
      <circle cx="11.6" cy="5.6" r="1.6" />
      <path d="M4.4 5.6v4.8M11.6 7.2c0 2.6-3.4 2-5.6 4.2" />
    </>
  ),
  news: (
    <path d="M2.6 3.2h8.2v9.6H4.2a1.6 1.6 0 0 1-1.6-1.6zM10.8 6.6h2.6v4.6a1.6 1.6 0 0 1-1.6 1.6h-1M5.2 6.4h3M5.2 9.4h3" />
  ),
  fediverse: (
    <>
      <circle cx="8" cy="3.4" r="1.3" />
      <circle cx="3.2" cy="11.6" r="1.3" />
      <circle cx="12.8" cy="11.6" r="1.3" />
      <path d="M7.3 4.6 3.9 10.4M8.7 4.6l3.4 5.8M4.6 11.6h6.8" />
    </>
  ),
  hackernews: <path d="M8 3.6l4.9 8.4H3.1z" />,
  stackexchange: <path d="M3 3.6h10M3 7.2h10M3 10.8h5.6l2.6 2.6v-2.6H13" />,
  lemmy: <path d="M8.2 7.4a3 3 0 1 0 0 4.4M9.4 13.6l4-11" />,
  discourse: <path d="M2.5 3.5h8v5.2h-4l-2.6 2.2V8.7H2.5zM12.9 6.4h.9v5.1h-1.3v1.9l-2.3-1.9H7.6" />,
  feeds: (
    <>
      <path d="M3.4 8.3a4.6 4.6 0 0 1 4.6 4.6M3.4 3.6a9.3 9.3 0 0 1 9.3 9.3" />
      <circle cx="4" cy="12.3" r=".7" fill="currentColor" />
    </>
  ),
};
const other = <circle cx="8" cy="8" r="4" />;

export function SiteIcon({
  site,
  isBare = false,
  isLarge = false,
}: {
  site: string;
  isBare?: boolean;
  isLarge?: boolean;
}) {
  if (isBare) return <Drawing site={site} className="-ml-1 size-3.5" />;
  return (
    <span
      className={`inline-grid flex-none place-items-center bg-sunken text-ink-2 ${isLarge ? "size-8 rounded-md" : "size-4.5 rounded-sm"}`}
    >
      <Drawing site={site} className={isLarge ? "size-5" : "size-3.25"} />
    </span>
  );
}

function Drawing({ site, className }: { site: string; className: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`flex-none ${className}`}
    >
      {drawings[site] ?? other}
    </svg>
  );
}
