import type { Instance, LemmyItem } from "./world";

/** Deleted and removed items are listed without their text, as some versions do. */
export function getRow(instance: Instance, host: string, item: LemmyItem): object {
  const { letter, community, by, isBot } = item;
  const home = instance.homes.get(community) ?? host;
  const base = `https://${host}`;
  const isPieFed = instance.version === "piefed";
  const isNew = instance.version === "1.0-only";
  const creator = isPieFed
    ? { id: 14, user_name: by, bot: isBot, actor_id: `${base}/u/${by}`, local: true }
    : {
        id: 14,
        name: by,
        bot_account: isBot,
        [isNew ? "ap_id" : "actor_id"]: `${base}/u/${by}`,
        local: true,
      };
  const place = {
    ...{ id: 29, name: community, title: community, visibility: "Public", local: home === host },
    [isNew ? "ap_id" : "actor_id"]: `https://${home}/c/${community}`,
  };
  const shared = {
    creator,
    community: place,
    ...(!isNew && { counts: { score: 3, upvotes: 3, downvotes: 0 } }),
  };
  if (letter === "p") {
    const comments = instance.items.c.filter((one) => one.post === item.id && one.state === "live").length;
    const post = { ...getPost(instance, base, item), ...(isNew && { comments }) };
    return { post, ...shared, ...(!isNew && { counts: { ...shared.counts, comments } }) };
  }
  const post = { ...getPost(instance, base, item), id: item.post, name: item.title, title: item.title };
  return { comment: getComment(instance, base, item), post, ...shared };
}

function datesOf({ version }: Instance, { publishedMs, editedMs }: LemmyItem): object {
  // Microseconds.
  const at = (ms: number) => new Date(ms).toISOString().replace("Z", "000Z");
  if (version === "1.0-only")
    return { published_at: at(publishedMs), ...(editedMs !== null && { updated_at: at(editedMs) }) };
  return { published: at(publishedMs), ...(editedMs !== null && { updated: at(editedMs) }) };
}

function getPost(instance: Instance, base: string, item: LemmyItem): object {
  const { id, title, text, url, state, isNsfw } = item;
  const isGone = state === "deleted" || state === "removed";
  return {
    ...{ id, creator_id: 14, community_id: 29, deleted: state === "deleted", removed: state === "removed" },
    ...{ locked: false, nsfw: isNsfw, local: true, language_id: 0, ap_id: `${base}/post/${id}` },
    ...(instance.version === "piefed"
      ? { title, post_type: "Discussion", tags: "", flair: "" }
      : { name: title }),
    ...(!isGone && text !== "" && { body: text }),
    ...(url !== null && { url }),
    ...datesOf(instance, item),
  };
}

function getComment(instance: Instance, base: string, item: LemmyItem): object {
  const { id, post, text, state } = item;
  const shown = state === "deleted" || state === "removed" ? "" : text;
  return {
    ...{ id, creator_id: 14, post_id: post, deleted: state === "deleted", removed: state === "removed" },
    ...{ local: true, language_id: 0, path: `0.${id}`, ap_id: `${base}/comment/${id}` },
    [instance.version === "piefed" ? "body" : "content"]: shown,
    ...datesOf(instance, item),
  };
}
