import { Fragment } from "react";

interface Part {
  text: string;
  isHeard: boolean;
}

/** Plain text segments, with matches highlighted. Those that are only search hits are underlined. */
export function Segments({
  of,
  isHit,
}: {
  of: readonly Part[];
  isHit?: ((text: string) => boolean) | undefined;
}) {
  return of.map(({ text, isHeard }, at) => {
    if (!isHeard) return <Fragment key={at}>{text}</Fragment>;
    if (isHit?.(text) === true)
      return (
        <span key={at} className="qhit">
          {text}
        </span>
      );
    return <mark key={at}>{text}</mark>;
  });
}
