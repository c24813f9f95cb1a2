import type { Element, Root } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { LINK_SCHEMES } from "./schema";
import { isUrl } from "../url";

/** Texts come from there, and so do the relative addresses in them. */
const BASE = "https://www.reddit.com";

/**
 * Makes every address absolute and whole, or takes it away: links keep to the allowed schemes, images to https; an
 * image that may not be loaded becomes a link to it.
 */
export function rehypeAddresses() {
  return (tree: Root): void => {
    visit(tree, "element", (node, index, parent) => {
      if (node.tagName === "a") {
        const href = addressOf(node.properties.href, BASE);
        if (href) node.properties = { href };
        // Without an address it is no link; the sanitiser keeps the text of what it does not know.
        else node.tagName = "span";
      }
      if (node.tagName !== "img" || index === undefined || !parent) return undefined;
      // A relative one is no image: the site writes its emotes so.
      const src = addressOf(node.properties.src, undefined);
      if (src !== null && isImageAddress(src)) {
        node.properties = { src, alt: altOf(node), loading: "lazy", referrerPolicy: "no-referrer" };
        return undefined;
      }
      parent.children.splice(index, 1, ...linkTo(src, altOf(node)));
      // The link that stands there now is finished.
      return [SKIP, index + 1];
    });
  };
}

function linkTo(src: string | null, alt: string): Root["children"] & Element["children"] {
  const text = { type: "text" as const, value: alt || src || "" };
  if (!src) return [text];
  return [{ type: "element", tagName: "a", properties: { href: src }, children: [text] }];
}

function altOf(node: Element): string {
  return typeof node.properties.alt === "string" ? node.properties.alt : "";
}

/** A name and password in it are nothing that an image needs; browsers refuse to load one. */
function isImageAddress(src: string): boolean {
  const { protocol, username, password } = new URL(src);
  return protocol === "https:" && username === "" && password === "";
}

/** Null for fragments, other schemes and what is no address; else as a browser would read it. */
function addressOf(value: unknown, base: string | undefined): string | null {
  if (typeof value !== "string" || value.trim() === "" || value.startsWith("#")) return null;
  if (!isUrl(value, base)) return null;
  const { href, protocol } = new URL(value, base);
  return LINK_SCHEMES.includes(protocol.slice(0, -1)) ? href : null;
}
