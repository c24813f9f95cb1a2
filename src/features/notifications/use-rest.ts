import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import type { NotificationGroup } from "@/contract/notification";
import { readTwice } from "@/browser/read-twice";
import { loadClient } from "@/browser/swr";
import { showErrorToast } from "./failure";
import { isIn, type Listed } from "./operations";
import { refreshSoon } from "./refresh";
import { useScreen } from "./screen-context";
import { maxSelected } from "./selection";
import { selectGroup, useChosen, useIsLoadingGroup } from "./selection-store";
import { groupsInput, groupsKey } from "./view";

/** Loads up to the next multiple of this many rows. */
const restLength = 100;
/** Load the rest of a group when this many rows or fewer follow the selected one. */
const rowsAhead = 20;

const loadCode = () => Promise.all([loadClient(), import("./visit"), import("@/contract/pagination")]);

/** Loads more rows before the user reaches the end, so the next row is always there. */
export function useRest(group: NotificationGroup, isFirst: boolean) {
  const { view } = useScreen();
  const { cache, mutate } = useSWRConfig();
  const [isLoading, setLoading] = useState(false);
  const chosen = useChosen();
  const isSelecting = useIsLoadingGroup(group._id);
  const { notifications } = group;
  const { length } = notifications;
  // The count excludes items that were moved out of the tab here.
  const missing = Math.max(0, group.count - notifications.filter((item) => isIn(item, view.tab)).length);

  const showRest = async () => {
    if (isLoading) return;
    setLoading(true);
    const key = groupsKey(view);
    const getListed = () => cache.get(key)?.data as Listed | undefined;
    const loadedAt = getListed()?.loadedAt;
    try {
      const [{ api }, { withRest }, { formatCursor }] = await loadCode();
      const last = notifications.at(-1);
      // Unlike a page number, a cursor skips no rows if earlier ones have left the group elsewhere.
      const cursor = last && formatCursor({ createdAt: new Date(last.createdAt), id: last._id });
      const limit = String(restLength - (length % restLength));
      const { query } = groupsInput(view);
      const rest = await readTwice(() =>
        api.read("listNotifications", {
          query: { ...query, page: "1", cursor, limit, group: group._id },
        }),
      );
      const listed = getListed();
      // In a list loaded since, rows could be missing before these.
      if (listed !== undefined && listed.loadedAt === loadedAt) {
        if (cache.get(key)?.isValidating === true) refreshSoon(mutate);
        await mutate<Listed>(key, withRest(listed, group._id, rest), { revalidate: false });
      }
    } catch (error) {
      showErrorToast("Failed to load more", error);
    }
    setLoading(false);
  };

  // Phones start without a selected row, at the top of the first group.
  const at = chosen === null ? (isFirst ? 0 : -1) : notifications.findIndex(({ _id }) => _id === chosen);
  const isNear = length === 0 || (at >= 0 && length - at <= rowsAhead);
  const isDue = missing > 0 && (isNear || (isSelecting && length < maxSelected));
  const tried = useRef("");
  useEffect(() => {
    if (isLoading) return;
    // Once per position: a failed request is repeated by the next step or the button.
    const position = `${at} ${length} ${isSelecting}`;
    if (isDue && tried.current !== position) {
      tried.current = position;
      void showRest();
    } else if (isSelecting) selectGroup(group);
  });
  return { missing, isLoading, showRest: () => void showRest() };
}
