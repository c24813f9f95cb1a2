import type { Element, Root } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { LINK_SCHEMES } from "./schema";
import { isUrl } from "../text/url";

/** Base for relative URLs. Texts with relative URLs are from Reddit. */
const BASE = "https://www.reddit.com";

/** Links can only use allowed schemes, images only https. Other images become links. */
export function rehypeAddresses() {
  return (tree: Root): void => {
    visit(tree, "element", (node, index, parent) => {
      if (node.tagName === "a") {
        const href = getAddress(node.properties.href, BASE);
        if (href) node.properties = { href };
        // Without a URL it isn't a link. The sanitizer keeps the text of unknown elements.
        else node.tagName = "span";
      }
      if (node.tagName !== "img" || index === undefined || !parent) return undefined;
      // Relative URLs are emotes of the site, not images.
      const src = getAddress(node.properties.src, undefined);
      if (src !== null && isImageAddress(src)) {
        node.properties = { src, alt: altOf(node), loading: "lazy", referrerPolicy: "no-referrer" };
        return undefined;
      }
      parent.children.splice(index, 1, ...linkTo(src, altOf(node)));
      // Skip the new link, which is already normalized.
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

/** Images don't need credentials, and browsers refuse to load URLs that contain them. */
function isImageAddress(src: string): boolean {
  const { protocol, username, password } = new URL(src);
  return protocol === "https:" && username === "" && password === "";
}

/** Returns the resolved URL, or null for fragments, other schemes and invalid URLs. */
function getAddress(value: unknown, base: string | undefined): string | null {
  if (typeof value !== "string" || value.trim() === "" || value.startsWith("#")) return null;
  if (!isUrl(value, base)) return null;
  const { href, protocol } = new URL(value, base);
  return LINK_SCHEMES.includes(protocol.slice(0, -1)) ? href : null;
}
