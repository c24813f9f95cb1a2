import { keyDraft, keyMade, keysResponse } from "../api-key";
import { withLines, type Drafts } from "./operation";

export const keyOperations = withLines({
  listKeys: {
    kind: "user",
    key: "never",
    summary: "List API keys, newest first, with their last use",
    response: keysResponse,
  },
  createKey: {
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
    kind: "user",
    key: "never",
    summary: "Revoke an API key and close its open connections",
    errors: ["NOT_FOUND"],
  },
} as const satisfies Drafts);
