import type { Options as Schema } from "rehype-sanitize";

export const LINK_SCHEMES = ["http", "https", "irc", "ircs", "mailto", "xmpp"];

export const LINK_REL = ["noopener", "noreferrer", "nofollow", "ugc"];

/** Attributes that we add only allow our own values, because authors could set them otherwise. */
export const SCHEMA: Schema = {
  tagNames: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "blockquote", "pre", "code"],
    ...["ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "th", "td"],
    ...[
      "a",
      "img",
      "em",
      "strong",
      "b",
      "i",
      "u",
      "s",
      "del",
      "ins",
      "sup",
      "sub",
      "small",
      "q",
      "kbd",
      "samp",
    ],
    ...["var", "abbr", "mark"],
  ],
  attributes: {
    a: ["href", ["rel", ...LINK_REL], ["target", "_blank"]],
    img: ["src", "alt", ["loading", "lazy"], ["referrerPolicy", "no-referrer"]],
    ol: ["start"],
    u: [["className", "qhit"]],
    th: [["align", "left", "right", "center"]],
    td: [["align", "left", "right", "center"]],
  },
  protocols: { href: LINK_SCHEMES, src: ["https"] },
  ancestors: {
    li: ["ul", "ol"],
    thead: ["table"],
    tbody: ["table"],
    tfoot: ["table"],
    tr: ["table"],
    th: ["table"],
    td: ["table"],
  },
  // Elements removed with their content. Other disallowed elements are replaced by their content.
  strip: [
    "script",
    "style",
    "svg",
    "math",
    "iframe",
    "object",
    "template",
    "noscript",
    "noembed",
    "noframes",
    "title",
  ],
  clobber: [],
  required: {},
  allowComments: false,
  allowDoctypes: false,
};
