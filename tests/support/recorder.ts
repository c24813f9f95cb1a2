import { recordRead } from "@/server/recording/record";

/** A separate process that records one match for each watch it receives. */
process.on("message", ({ watchId, fullname }: { watchId: string; fullname: string }) => {
  const text = { title: "A tidewater tool", body: "b", html: null, author: "a", over18: false };
  const now = new Date();
  const url = "https://www.reddit.com/r/webdev/";
  const item = {
    fullname,
    kind: "post" as const,
    site: "reddit",
    place: "webdev",
    createdAt: now,
    url,
    ...text,
  };
  const match = () => [{ watchId, revision: 1 }];
  void recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now }).then(
    (recorded) => process.send?.(recorded),
  );
});
process.send?.({ ready: true });
