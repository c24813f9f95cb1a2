import { appViews } from "./e2e-app-views";
import { publicViews } from "./e2e-public-views";
import { stateViews } from "./e2e-state-views";
import type { View } from "./e2e-view";

/** All screens in all states that are checked for texts, accessibility and reflow. */
export const views: readonly View[] = [...publicViews, ...appViews, ...stateViews];
