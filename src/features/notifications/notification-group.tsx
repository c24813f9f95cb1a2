import { Archive, CheckCheck, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { leavesWithOthers } from "@/contract/leaving";
import type { NotificationGroup as GroupView } from "@/contract/notification";
import { formatAge } from "@/domain/age";
import { counted, formatCount } from "@/domain/counted";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { makeQuieter } from "@/domain/noisy-keywords";
import { watchPath } from "@/domain/route-table";
import { Group } from "@/ui/group";
import { IconButton } from "@/ui/icon-button";
import { useFocusKeeper } from "./focus-keeper";
import { GroupRows } from "./group-rows";
import { useScreen } from "./screen-context";
import { UndoLine } from "./undo-line";
import { groupKey, shownCount } from "./use-actions";
import { useRest } from "./use-rest";
import { isOfStatus, isSearch } from "./view";

/** The notifications of one keyword. Its contents are rendered when the group is opened. */
export function NotificationGroup({
  group,
  isFirst,
  isNoisy,
}: {
  group: GroupView;
  isFirst: boolean;
  isNoisy: boolean;
}) {
  const { actions, now, view } = useScreen();
  const [isOpen, setOpen] = useState(isFirst);
  const ref = useFocusKeeper<HTMLLIElement>();
  const leaving = actions.leaving.get(groupKey(group));
  const remaining = group.notifications.filter(
    ({ _id }) => actions.leaving.get(_id)?.isSent !== true && !leavesWithOthers(actions.leaving, _id),
  );
  const count = shownCount(group, actions.leaving, view.tab);
  if (leaving !== undefined) {
    return (
      <li ref={ref}>
        <Card>
          <UndoLine onUndo={() => actions.undo(groupKey(group))}>
            {`${counted(leaving.count, "notification")} for “${group._id}” deleted.`}
          </UndoLine>
        </Card>
      </li>
    );
  }
  return (
    <li ref={ref}>
      <Group
        heading={group._id}
        count={count}
        countUnit={view.tab === "all" ? "total" : view.tab}
        places={group.places}
        latest={`${isNoisy ? "Noisy, moved to the end · " : ""}${formatAge(new Date(group.latestNotification), now)}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        foot={<GroupFoot group={group} />}
        {...(isNoisy && { note: <WayToQuiet group={group} /> })}
      >
        {isOpen && <GroupRows group={group} notifications={remaining} />}
      </Group>
    </li>
  );
}

/** Suggests how to make a noisy keyword quieter. */
function WayToQuiet({ group }: { group: GroupView }) {
  const [first] = group.notifications;
  return (
    <>
      Far more matches than your other keywords. They&apos;re all saved.{" "}
      {first !== undefined && <Link href={watchPath(first.watchId)}>{makeQuieter}</Link>}
    </>
  );
}

function GroupFoot({ group }: { group: GroupView }) {
  const { actions, view } = useScreen();
  const { missing, isLoading, showRest } = useRest(group);
  const shown = group.notifications.length;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3">
        Showing {formatCount(shown)} of {formatCount(shown + missing)}
        {missing > 0 && (
          <Button look="ghost" size="sm" data-act="rest" isPending={isLoading} onClick={showRest}>
            Show all
          </Button>
        )}
      </span>
      {!isSearch(view) && isOfStatus(view.tab) && (
        <span className="flex items-center gap-0.5">
          {view.tab === "unread" && group.count > 0 && (
            <Button look="ghost" size="sm" onClick={() => actions.markGroup(group, "read")}>
              <CheckCheck className="size-4" />
              Mark group as read
            </Button>
          )}
          {view.tab !== "archived" && (
            <IconButton size="sm" label="Archive group" onClick={() => actions.markGroup(group, "archive")}>
              <Archive className="size-4" />
            </IconButton>
          )}
          <IconButton size="sm" look="danger" label="Delete group" onClick={() => actions.removeGroup(group)}>
            <Trash2 className="size-4" />
          </IconButton>
        </span>
      )}
    </>
  );
}
