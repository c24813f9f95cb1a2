"use client";

import type { ComponentProps } from "react";
import type { Reads } from "@/contract/coverage";
import { WatchCoverage } from "@/features/coverage/watch-coverage";
import { WatchScreen } from "@/features/watches/watch-screen";

export function Watch({
  reads,
  ...screen
}: Omit<ComponentProps<typeof WatchScreen>, "renderCoverage"> & { reads: Reads }) {
  const { servedAt, timeZone } = screen;
  return (
    <WatchScreen
      {...screen}
      renderCoverage={(watch) => (
        <WatchCoverage watch={watch} served={reads} servedAt={servedAt} timeZone={timeZone} />
      )}
    />
  );
}
