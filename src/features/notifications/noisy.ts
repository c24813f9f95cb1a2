import type { NotificationGroup } from "@/contract/notification";

/** Fewer than these are read through, whatever the others have. */
const fewestNoisy = 50;
/** A group with so many times what the middle one of the others has drowns them. */
const timesOthers = 10;

/** The groups that have far more than the others on their page. */
export function noisyOf(groups: readonly Pick<NotificationGroup, "_id" | "count">[]): ReadonlySet<string> {
  const noisy = groups.filter((group) => {
    const others = groups.filter((one) => one !== group).map(({ count }) => count);
    const middle = others.sort((a, b) => a - b)[Math.floor((others.length - 1) / 2)];
    return middle !== undefined && group.count >= fewestNoisy && group.count >= timesOthers * middle;
  });
  return new Set(noisy.map(({ _id }) => _id));
}

/** The same groups, the noisy ones behind the others; otherwise in their order. */
export function quietFirst<Group extends Pick<NotificationGroup, "_id">>(
  groups: readonly Group[],
  noisy: ReadonlySet<string>,
): Group[] {
  const isNoisy = ({ _id }: Group) => noisy.has(_id);
  return [...groups.filter((group) => !isNoisy(group)), ...groups.filter(isNoisy)];
}
