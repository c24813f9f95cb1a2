import type { Samples } from "./examples";
import { receiptSample } from "./receipt-sample";
import { matchedItem, redditPost } from "./sample-things";

/** Sample responses of previews and receipts. */
export const previewSamples = {
  previewKeyword: {
    ...{ count: 3, sites: ["hackernews"] },
    samples: [
      {
        site: "hackernews",
        ...{ text: "Show HN: Tidewater", createdAt: "2026-11-20T14:03:00.000Z" },
        place: { name: "all", label: "Hacker News", url: "https://news.example/" },
      },
    ],
  },
  previewChange: {
    ...{ added: 0, dropped: 1, unchanged: 11, isPartial: false },
    samples: { added: [], dropped: [{ ...matchedItem, content: redditPost.content }] },
  },
  getReceipt: receiptSample,
} satisfies Samples;
