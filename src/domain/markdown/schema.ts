import type { Options as Schema } from "rehype-sanitize";

/** The six schemes that content may link with: what else a link could open is nothing that a text needs. */
export const LINK_SCHEMES = ["http", "https", "irc", "ircs", "mailto", "xmpp"];

export const LINK_REL = ["noopener", "noreferrer", "nofollow", "ugc"];

/**
 * What may come out, and nothing else. Attributes that we set ourselves are allowed in exactly the values that we
 * set: the same attribute with another value, written by the author of a text, does not get through.
 */
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
  // Elements whose content is no text for people; of all others that are not allowed, the text stays.
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
