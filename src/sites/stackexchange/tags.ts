import type { Requests } from "./requests";
import type { Row } from "./rows";

const maxKept = 20_000;
const idsPerRequest = 100;
/** Maximum age of a question's tags, because they can change (ms). */
const freshMs = 30 * 60_000;

interface Question {
  id: number | null;
  tags: readonly string[];
  title: string;
}
type CachedQuestion = Question & { readMs: number };
interface How {
  site: string;
  filter: string;
  signal?: AbortSignal;
}

export type QuestionTags = ReturnType<typeof createTags>;

export function createTags(requests: Requests, now: () => number) {
  const questions = new Map<string, CachedQuestion>();
  const searchFor = new Map<string, number>();

  /** Sends one request for each hundred ids. Returns the number of requests. */
  async function lookUp(
    method: string,
    ids: readonly number[],
    how: How,
    store: (rows: Row[], ids: readonly number[]) => void,
  ) {
    let sent = 0;
    for (let at = 0; at < ids.length; at += idsPerRequest) {
      const some = ids.slice(at, at + idsPerRequest);
      sent += 1;
      store((await requests.page(method, { filter: how.filter }, { ...how, ids: some })).rows, some);
    }
    return sent;
  }

  /** Returns the question of each row. Sends requests if `isTagged`, or for rows without a title. */
  async function tagsOf(
    rows: readonly Row[],
    how: How & { isTagged: boolean },
  ): Promise<{ questions: Map<Row, Question>; requests: number }> {
    const getKey = (id: number) => `${how.site} ${id}`;
    const getId = (row: Row) =>
      row.question ?? (row.post === null ? null : (searchFor.get(getKey(row.post)) ?? null));
    const cacheQuestions = (found: readonly Row[]) => {
      for (const { kind, id, tags, title } of found)
        if (kind === "q") cache(questions, getKey(id), { id, tags: tags ?? [], title, readMs: now() });
    };
    /** Titles are never looked up again: they aren't worth a request. */
    const isKnown = (id: number) => {
      const found = questions.get(getKey(id));
      return found !== undefined && (!how.isTagged || Math.abs(now() - found.readMs) < freshMs);
    };
    cacheQuestions(rows);
    const open = rows.filter((row) => (how.isTagged && row.tags === null) || row.title === "");
    const posts = unique(open.flatMap((row) => (getId(row) === null && row.post !== null ? [row.post] : [])));
    let sent = await lookUp("answers", posts, how, (found, requested) => {
      // A post that isn't an answer is the question itself.
      const answers = new Map(found.map(({ id, question }) => [id, question]));
      for (const post of requested) cache(searchFor, getKey(post), answers.get(post) ?? post);
    });
    const ids = unique(open.flatMap((row) => getId(row) ?? [])).filter((id) => !isKnown(id));
    sent += await lookUp("questions", ids, how, cacheQuestions);
    const questionAt = (row: Row): Question => {
      const id = getId(row);
      const found = id === null ? undefined : questions.get(getKey(id));
      return { id, tags: row.tags ?? found?.tags ?? [], title: found?.title ?? "" };
    };
    return { questions: new Map(rows.map((row) => [row, questionAt(row)])), requests: sent };
  }

  return { tagsOf };
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}

function cache<T>(stored: Map<string, T>, key: string, value: T): void {
  stored.delete(key);
  stored.set(key, value);
  if (stored.size > maxKept) stored.delete(stored.keys().next().value!);
}
