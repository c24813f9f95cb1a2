/** A field of a request, as a reader needs it. */
export interface ReferenceField {
  name: string;
  type: string;
  isRequired: boolean;
}

/** A call as /developers shows it. */
export interface ReferenceCall {
  id: string;
  title: string;
  summary: string;
  method: string;
  path: string;
  /** What it has to be called with. */
  access: string;
  /** Under what they stand in: path, query or body. */
  fields: { where: string; fields: ReferenceField[] }[];
  answer: { status: string; text: string };
  /** An answer as it may be, or the earlier call of the noun that answers the same; null where it is no JSON. */
  sample: { text: string } | { like: Pick<ReferenceCall, "id" | "title"> } | null;
  errors: { status: number; codes: string[] }[];
  curl: string;
}

/** What the list at the side knows of a call. */
export type ListedCall = Pick<ReferenceCall, "id" | "title" | "method" | "path">;

export interface ListedNoun {
  id: string;
  title: string;
  calls: ListedCall[];
}

/** A noun's calls, and the shapes that their answers name. */
export interface ReferenceNoun {
  id: string;
  title: string;
  calls: ReferenceCall[];
  shapes: { name: string; text: string }[];
}

/** Where what is told beside the calls is found. */
export const referencePaths = {
  document: "/api/openapi.json",
  client: "/api/client.ts",
  feed: "/api/feeds/{secret}",
  live: "/api/notifications/live",
  mcp: "/api/mcp",
} as const;

/** What a webhook is sent. */
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
        heard: ["Tidewater"],
        heardAt: "2026-11-22T14:03:06.981Z",
      },
    ],
  },
};

/** A call by the file that getClient answers. */
export const clientExample = `import { createClient } from "./client";

const earshot = createClient({ token: "esk_…" });
const { watches } = await earshot.call("listWatches");`;

/** How a receiver of webhooks verifies a message; the page shows it, and a test runs it. */
export const verificationExample = `import { Webhook } from "standardwebhooks";

const hook = new Webhook(secret);
const event = hook.verify(rawBody, headers);
// event.type === "matches.created"`;
