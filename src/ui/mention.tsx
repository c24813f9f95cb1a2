import type { ReactNode } from "react";

/**
 * A match: the time in a ruled margin, then source, title and text. User content goes into `title` and
 * `children` (serif), ours into `source` and `actions`.
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
  dateTime: string;
  /** For example '14:03', or the day for older matches. */
  time: string;
  age: string;
  /** Checkbox below the time. */
  choice?: ReactNode;
  source: ReactNode;
  title?: ReactNode;
  /** Our own text below the post. */
  below?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <article className={`mention ${className}`}>
      <div className="mention-margin">
        <p>
          <b className="block font-semibold text-ink">
            <time dateTime={dateTime}>{time}</time>
          </b>
          <span className="mention-age">{age}</span>
        </p>
        {choice}
      </div>
      <div className={`mention-body ${actions === undefined ? "" : "mention-with-actions"}`}>
        <p className="mention-source">{source}</p>
        {title !== undefined && (
          <h3 className="mention-title" dir="auto">
            {title}
          </h3>
        )}
        {children !== undefined && (
          <div className="matched" dir="auto">
            {children}
          </div>
        )}
        {below}
        {actions !== undefined && <div className="mention-actions">{actions}</div>}
      </div>
    </article>
  );
}
