import { keyDraft, keyMade, keysResponse } from "../api-key";
import type { Operations } from "./operation";

export const keyOperations = {
  listKeys: {
    method: "GET",
    path: "/api/keys",
    kind: "user",
    key: "never",
    summary: "List API keys, newest first, with their last use",
    response: keysResponse,
  },
  createKey: {
    method: "POST",
    path: "/api/keys",
    kind: "user",
    key: "never",
    summary: "Create an API key (up to 10). The key is returned only once; a confirmation email is sent",
    body: keyDraft,
    status: 201,
    response: keyMade,
    errors: ["LIMIT_REACHED"],
    limit: "keyMaking",
  },
  deleteKey: {
    method: "DELETE",
    path: "/api/keys/{id}",
    kind: "user",
    key: "never",
    summary: "Revoke an API key and close its open connections",
    errors: ["NOT_FOUND"],
  },
} as const satisfies Operations;
