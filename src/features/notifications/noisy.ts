import type { NotificationGroup } from "@/contract/notification";

const minNoisy = 50;
/** A group is noisy if it has this many times the median of the other groups. */
const timesOthers = 10;

export function getNoisy(groups: readonly Pick<NotificationGroup, "_id" | "count">[]): ReadonlySet<string> {
  const noisy = groups.filter((group) => {
    const others = groups.filter((one) => one !== group).map(({ count }) => count);
    const middle = others.sort((a, b) => a - b)[Math.floor((others.length - 1) / 2)];
    return middle !== undefined && group.count >= minNoisy && group.count >= timesOthers * middle;
  });
  return new Set(noisy.map(({ _id }) => _id));
}

export function quietFirst<Group extends Pick<NotificationGroup, "_id">>(
  groups: readonly Group[],
  noisy: ReadonlySet<string>,
): Group[] {
  const isNoisy = ({ _id }: Group) => noisy.has(_id);
  return [...groups.filter((group) => !isNoisy(group)), ...groups.filter(isNoisy)];
}
