import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ReactElement } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { markdownTree, type Rendering } from "@/domain/markdown/tree";

/**
 * Untrusted Markdown on a screen, the occurrences of `highlight` marked. It is made of elements, not of a string of
 * HTML, so a browser has nothing to parse otherwise than the sanitiser did.
 */
export function Markdown({
  source,
  highlight,
}: {
  source: string;
  highlight?: Rendering["highlight"];
}): ReactElement {
  const tree = markdownTree(source, { highlight });
  return (
    <div className="markdown" dir="auto">
      {toJsxRuntime(tree, { Fragment, jsx, jsxs, ignoreInvalidStyle: true })}
    </div>
  );
}
