import type { SiteFacts } from "@/domain/reading/site";
import { getBase, getHost, getPlace, SITE_ID } from "./address";
import { unfoldedPath } from "../path-case";
import { getContent } from "./content";
import { itemOfLink } from "./link";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: "Discourse",
  placeWord: "forum",
  hasAll: false,
  readsWhole: false,
  // Forums cache their newest page for a minute.
  readEveryMs: 60_000,
  // Each forum gets up to one request per second. There is no limit across forums.
  window: { ms: 600_000, requests: 60_000 },
  isPlaceName: (name) => getPlace(name) === name.toLowerCase(),
  isNamePrefix: (typed) => /^[a-z\d][\w.~%:/-]*$/.test(typed),
  strippedName: (typed) => getPlace(typed) ?? typed.trim(),
  getLabel: (place) => unfoldedPath(place).replace(/^www\./, ""),
  getUrl: (place) => `${getBase(place)}/`,
  getHost,
  wellKnown: {
    "meta.discourse.org": "Discourse Meta",
    "community.openai.com": "OpenAI Developer Community",
    "discuss.python.org": "Discussions on Python.org",
    "users.rust-lang.org": "The Rust Programming Language Forum",
    "forum.obsidian.md": "Obsidian Forum",
    "community.n8n.io": "n8n Community",
    "discuss.huggingface.co": "Hugging Face Forums",
    "community.grafana.com": "Grafana Labs Community Forums",
    "community.home-assistant.io": "Home Assistant Community",
    "forums.docker.com": "Docker Community Forums",
    "forum.gitlab.com": "GitLab Forum",
    "discourse.nixos.org": "NixOS Discourse",
  },
  itemOfLink,
  getContent,
  getThreadPlace: ({ place }) => place,
  coverage: { summary: "Every public topic and reply.", limit: "No topics behind a login" },
};
