import { appViews, stateViews } from "./e2e-app-views";
import { publicViews } from "./e2e-public-views";
import type { View } from "./e2e-view";

export const views: readonly View[] = [...publicViews, ...appViews, ...stateViews];
