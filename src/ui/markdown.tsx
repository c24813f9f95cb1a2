import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ReactElement } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { markdownTree, type Rendering } from "@/domain/markdown/tree";

/** Whatever rank its author gave a heading, on the screen it stands below the title of its post. */
const headings = { h1: "h4", h2: "h4", h3: "h4", h5: "h4", h6: "h4" } as const;

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
      {toJsxRuntime(tree, { Fragment, jsx, jsxs, components: headings, ignoreInvalidStyle: true })}
    </div>
  );
}
