let made = 0;

export interface Listener {
  watchId: string;
  userId: string;
}

/** Creates Pro accounts with email off, each with a watch and a webhook. */
export async function makeListeners(count: number, getAddress: (n: number) => string): Promise<Listener[]> {
  const { createUser, createWatch } = await import("../../prisma/factories");
  const { createDestination } = await import("../support/given-destinations");
  const { makeSecret } = await import("../../src/channels/webhook/secret");
  const watches: Listener[] = [];
  for (let n = 0; n < count; n++) {
    const user = await createUser({ plan: "pro", emailNotifications: false });
    const { id: watchId } = await createWatch(user, { keyword: "late payments" });
    await createDestination(user.id, { channel: "webhook", address: getAddress(n), secret: makeSecret() });
    watches.push({ watchId, userId: user.id });
  }
  return watches;
}

/** Records one item that matches these watches and returns its name. */
export async function recordOne(watches: readonly Listener[]): Promise<string> {
  const { recordRead } = await import("../../src/server/recording/record");
  const { makeItem } = await import("./watching");
  const now = new Date();
  const item = { ...makeItem(`bench${(made += 1)}`), createdAt: now };
  const match = () => watches.map(({ watchId }) => ({ watchId, revision: 1 }));
  await recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now });
  return item.fullname;
}
