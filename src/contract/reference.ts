export interface ReferenceField {
  name: string;
  type: string;
  isRequired: boolean;
}

export interface ReferenceCall {
  id: string;
  title: string;
  summary: string;
  method: string;
  path: string;
  access: string;
  fields: { where: string; fields: ReferenceField[] }[];
  response: { status: string; text: string };
  /** A sample response, or the earlier operation with the same response. Null if the response is not JSON. */
  sample: { text: string } | { like: Pick<ReferenceCall, "id" | "title"> } | null;
  errors: { status: number; codes: string[] }[];
  curl: string;
}

export type ListedCall = Pick<ReferenceCall, "id" | "title" | "method" | "path">;

export interface ListedNoun {
  id: string;
  title: string;
  calls: ListedCall[];
}

export interface ReferenceNoun {
  id: string;
  title: string;
  calls: ReferenceCall[];
  shapes: { name: string; text: string }[];
}

export const referencePaths = {
  document: "/api/openapi.json",
  client: "/api/client.ts",
  feed: "/api/feeds/{secret}",
  live: "/api/notifications/live",
  mcp: "/api/mcp",
} as const;

export const messageExample = {
  type: "matches.created",
  timestamp: "2026-11-22T14:03:07.250Z",
  data: {
    total: 1,
    matches: [
      {
        id: "t3_1p3vxyz",
        kind: "post",
        title: "Tidewater support answered on a Sunday",
        excerpt: "Wrote to Tidewater at ten, had a fix by breakfast.",
        url: "https://www.reddit.com/r/smallbusiness/comments/1p3vxyz/",
        place: "r/smallbusiness",
        author: "u/quietledger",
        over18: false,
        keywords: ["tidewater"],
        matchedWords: ["Tidewater"],
        matchedAt: "2026-11-22T14:03:06.981Z",
      },
    ],
  },
};

export const clientExample = `import { createClient } from "./client";

const earshot = createClient({ token: "esk_…" });
const { watches } = await earshot.call("listWatches");`;

/** How to verify a webhook message. Shown in the reference and run by a test. */
export const verificationExample = `import { Webhook } from "standardwebhooks";

const hook = new Webhook(secret);
const event = hook.verify(rawBody, headers);
// event.type === "matches.created"`;
