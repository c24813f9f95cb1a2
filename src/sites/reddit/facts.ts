import { isBeginning, isPlaceName, strippedName } from "@/domain/reddit-names";
import type { SiteFacts } from "@/domain/site";
import { SITE_ID } from "./address";
import { contentOf } from "./content";
import { itemOfLink } from "./link";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: "Reddit",
  isPlaceName,
  isBeginning,
  strippedName,
  labelOf: (place) => `r/${place}`,
  itemOfLink,
  contentOf,
};
