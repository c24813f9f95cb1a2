import { keyDraft, keyMade, keysAnswer } from "../api-key";
import type { Operations } from "./operation";

export const keyOperations = {
  listKeys: {
    method: "GET",
    path: "/api/keys",
    kind: "user",
    key: "never",
    summary: "The account's API keys, the newest first, with when each was last used",
    answer: keysAnswer,
  },
  createKey: {
    method: "POST",
    path: "/api/keys",
    kind: "user",
    key: "never",
    summary: "Make an API key, ten at most; it is told this once, and a mail tells of it",
    body: keyDraft,
    status: 201,
    answer: keyMade,
    errors: ["LIMIT_REACHED"],
    limit: "keyMaking",
  },
  deleteKey: {
    method: "DELETE",
    path: "/api/keys/{id}",
    kind: "user",
    key: "never",
    summary: "Revoke an API key: it opens nothing any more, and what it keeps open ends",
    errors: ["NOT_FOUND"],
  },
} as const satisfies Operations;
