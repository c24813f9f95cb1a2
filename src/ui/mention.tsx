import type { ReactNode } from "react";

/** User content goes into `title` and `children` (serif), ours into `source` and `actions`. */
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
  time: string;
  age: string;
  choice?: ReactNode;
  source: ReactNode;
  title?: ReactNode;
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
