import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ReactElement } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { markdownTree, type Rendering } from "@/domain/markdown/tree";

/** Headings in posts must rank below the post's title. */
const headings = { h1: "h3", h2: "h3", h4: "h3", h5: "h3", h6: "h3" } as const;

/** Untrusted. Rendered as React elements, so the browser can't parse it differently than the sanitizer. */
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
