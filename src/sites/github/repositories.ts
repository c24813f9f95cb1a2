import { SiteError } from "@/domain/reading/site-error";
import type { Reply } from "../http";
import { createClient, nextPath, type GitHubResponse, type GitHubSettings } from "./client";
import { repositoryResponse } from "./responses";

const checkEveryMs = 3_600_000;
const maxStored = 10_000;

interface Checked {
  atMs: number;
  displayName: string;
  isPrivate: boolean;
  hasDiscussions: boolean;
}

export function createRepositories(settings: GitHubSettings) {
  const client = createClient(settings);
  const { apiUrl } = settings;
  const bases = new Map<string, string>();
  const checks = new Map<string, Checked>();

  const getBase = (place: string) => bases.get(place.toLowerCase()) ?? `/repos/${place}`;

  /**
   * A renamed repository redirects to its id: '/repositories/12/issues'. A transferred issue redirects to
   * another repository's id, so requests for single issues and comments don't count.
   */
  function rememberBase(place: string, requested: string, { path }: GitHubResponse): void {
    const [base] = /^\/repositories\/\d+(?=\/|\?|$)/.exec(path) ?? [];
    if (base === undefined || bases.get(place.toLowerCase()) === base) return;
    if (/^\/issues\/(?:comments\/)?\d+/.test(requested)) return;
    if (bases.size >= maxStored) bases.clear();
    bases.set(place.toLowerCase(), base);
  }

  async function get(
    place: string,
    path: string,
    how: { tag?: string | null; signal?: AbortSignal | undefined } = {},
  ): Promise<GitHubResponse> {
    const response = await client.get(`${getBase(place)}${path}`, how);
    rememberBase(place, path, response);
    // Its id is gone as well, so the name can belong to another repository now.
    if (response.reply.status === 404) bases.delete(place.toLowerCase());
    return response;
  }

  async function check(place: string, signal?: AbortSignal): Promise<{ reply: Reply; checked: Checked }> {
    const { reply } = await get(place, "", { signal });
    const found = client.read(reply, repositoryResponse);
    const checked = {
      ...{ atMs: client.now(), displayName: found.full_name, isPrivate: found.private === true },
      hasDiscussions: found.has_discussions !== false,
    };
    if (checks.size >= maxStored) checks.clear();
    checks.set(place.toLowerCase(), checked);
    return { reply, checked };
  }

  /** Checks from time to time, as the token can open private repositories. Returns the request count. */
  async function ensurePublic(place: string, signal?: AbortSignal): Promise<number> {
    if (!client.hasToken) return 0;
    const last = checks.get(place.toLowerCase());
    const isFresh = last !== undefined && Math.abs(client.now() - last.atMs) < checkEveryMs;
    const checked = isFresh ? last : (await check(place, signal)).checked;
    if (checked.isPrivate) throw new SiteError("missing", "The repository is private or doesn't exist");
    return isFresh ? 0 : 1;
  }

  async function isRenamed(place: string, signal?: AbortSignal): Promise<boolean> {
    const before = getBase(place);
    await get(place, "", { signal });
    return getBase(place) !== before;
  }

  return {
    ...{ client, apiUrl, getBase, get, check, ensurePublic, isRenamed, nextPath },
    hasDiscussions: (place: string) => checks.get(place.toLowerCase())?.hasDiscussions !== false,
    places: () => checks.size,
  };
}

export type Repositories = ReturnType<typeof createRepositories>;
