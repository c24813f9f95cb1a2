import { useEffect, useState } from "react";
import { wireSite } from "@/contract/place";
import { typedPlace, type ChosenPlace } from "@/contract/place-entry";
import type { ImportResponse } from "@/contract/watch-import";
import { placeKey } from "@/domain/reading/place";
import { checkPlace } from "./look-up-place";

/** More names than this aren't checked, because each is one request. */
const maxChecked = 60;

export function useInvalidPlaces(response: ImportResponse | null): readonly ChosenPlace[] {
  const [found, setFound] = useState<{ of: ImportResponse | null; invalid: readonly ChosenPlace[] }>({
    of: null,
    invalid: [],
  });
  useEffect(() => {
    if (response === null) return;
    let isWanted = true;
    for (const place of namesIn(response))
      void checkPlace(place.name).then((verdict) => {
        if (!isWanted || verdict !== "invalid") return;
        setFound((before) => ({
          of: response,
          invalid: [...(before.of === response ? before.invalid : []), place],
        }));
      });
    return () => {
      isWanted = false;
    };
  }, [response]);
  return found.of === response ? found.invalid : [];
}

function namesIn({ watches }: ImportResponse): ChosenPlace[] {
  const named = watches.flatMap(({ places }) => places.filter(({ site }) => site === wireSite));
  const places = new Map(named.map((place) => [placeKey(place), typedPlace(place.name)]));
  return [...places.values()].slice(0, maxChecked);
}
