import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { threadExpression } from "@/server/watches/followed-threads";
import { pool } from "@/server/platform/database";
import { emptyLive, until } from "../../support/live";
import { liveStands } from "./stands";

describe.each(Object.entries(liveStands))("%s, threads of a stream without memory", (id, start) => {
  let stage: Awaited<ReturnType<typeof start>>;

  beforeEach(async () => {
    stage = await start();
    await pool().query(emptyLive);
    stage.advance(3_600_000);
  });
  afterEach(() => stage.close());

  const watch = async (keyword: string, expression: string | null = null) =>
    createWatch(await createUser(), {
      ...{ keyword, expression, places: placesOn(id, ["all"]), activeSince: stage.clock() },
    });
  const notified = async (): Promise<string[]> =>
    (await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification" ORDER BY 1`)).rows.map(
      ({ fullname }) => fullname,
    );
  const matched = (fullname: string) => until(async () => (await notified()).includes(fullname));

  test("finds every reply once, at any depth, also after a killed reader", async () => {
    await watch("tidewater");
    let reader = await stage.stay();
    await stage.connected();
    const root = stage.world.write({ text: "tidewater" });
    await matched(root);
    await pool().query(`UPDATE "Watch" SET "isActive" = false`);
    await watch("A thread", threadExpression(root));
    const written: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      if (n === 5) {
        await reader.kill();
        stage.fediverse.end();
        await stage.disconnected();
        stage.advance(1_000);
        reader = await stage.stay();
        await stage.connected();
      }
      const parent = n % 3 === 0 ? root : written.at(-1);
      written.push(stage.world.write({ text: `Reply ${n}`, parent }));
      stage.world.write({ text: `Elsewhere ${n}`, parent: "x" });
      await matched(written.at(-1)!);
    }
    await reader.end();
    expect(await notified()).toEqual([root, ...written].toSorted());
  });

  test("a post that its instance shows only to accounts is treated as not shown", async () => {
    const fullname = stage.world.write({ text: "tidewater" });
    for (const status of [401, 403, 404]) {
      stage.failures.set({ service: "fediverse", mode: "json", status });
      expect((await stage.connect().fetchItem!(fullname)).item).toBeNull();
    }
    stage.failures.clear();
    expect((await stage.connect().fetchItem!(fullname)).item).toMatchObject({ fullname });
  });
});
