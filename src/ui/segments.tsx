import { Fragment } from "react";

/** Plain text segments, with matches highlighted. */
export function Segments({ of }: { of: readonly { text: string; isHeard: boolean }[] }) {
  return of.map(({ text, isHeard }, at) =>
    isHeard ? <mark key={at}>{text}</mark> : <Fragment key={at}>{text}</Fragment>,
  );
}
