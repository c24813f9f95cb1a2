import { type Ask, html } from "../http";
import type { World } from "./world";
export function answerRedditPage(world: World, ask: Ask): Response {
  return html(200, `${world.clock.now()} ${ask.path}`);
}
