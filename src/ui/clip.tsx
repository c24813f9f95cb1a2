import type { ReactNode } from "react";

/**
 * Any match: the time in a ruled margin, then source, title and text. What people said goes into `title`
 * and `children` (serif); what we say stays in `source` and `actions`.
 */
export function Mention({
  dateTime,
  time,
  age,
  choice,
  source,
  title,
  below,
  actions,
  className = "",
  children,
}: {
  /** ISO, for machines. */
  dateTime: string;
  /** '14:03', or the day's name for what is older. */
  time: string;
  age: string;
  /** Below the time: a box to tick. */
  choice?: ReactNode;
  source: ReactNode;
  title?: ReactNode;
  /** What we say of it, below the text. */
  below?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <article className={`clip ${className}`}>
      <div className="clip-margin">
        <p>
          <b className="block font-semibold text-ink">
            <time dateTime={dateTime}>{time}</time>
          </b>
          <span className="clip-age">{age}</span>
        </p>
        {choice}
      </div>
      <div className={`clip-body ${actions === undefined ? "" : "clip-with-actions"}`}>
        <p className="clip-source">{source}</p>
        {title !== undefined && (
          <h3 className="clip-title" dir="auto">
            {title}
          </h3>
        )}
        {children !== undefined && (
          <div className="heard" dir="auto">
            {children}
          </div>
        )}
        {below}
        {actions !== undefined && <div className="clip-actions">{actions}</div>}
      </div>
    </article>
  );
}
