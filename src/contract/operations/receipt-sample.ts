import type { ReceiptResponse } from "../receipt";
import { at, ids, watch, webdev } from "./sample-things";

/** GET /api/keywords/{id}/receipt */
export const receiptSample: ReceiptResponse = {
  receipt: {
    ...{ version: 1, issuer: "https://earshot.example", issuedAt: at.later },
    watch: {
      ...{ id: ids.watch, keyword: watch.keyword, expression: watch.expression },
      places: ["reddit:webdev"],
    },
    period: { from: "2026-11-16T00:00:00.000Z", to: "2026-11-23T00:00:00.000Z" },
    revisions: [{ revision: 1, from: at.watched, to: null, terms: ["tidewater"] }],
    places: [
      {
        ...{ site: "reddit", name: "webdev", label: webdev.label, items: 214, matches: 12 },
        kinds: [
          {
            kind: "post",
            items: 214,
            positionAtStart: at.watched,
            positionAtEnd: "2026-11-22T23:59:41.000Z",
          },
        ],
        gaps: [],
      },
    ],
    ...{ itemsRead: 214, matchesRecorded: 12, matchesBeyondLimit: 0, limits: [] },
  },
  signature: {
    algorithm: "Ed25519",
    keyId: "9fQk4Lr2vX0mTb7cWq81hJ3sZp6NyD5eA2uKfG0iRxM",
    value: "rT5wY2...64 bytes in base64url",
  },
};
