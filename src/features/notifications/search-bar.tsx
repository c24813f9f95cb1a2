import { Search, X } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { wireSite } from "@/contract/place";
import type { PlaceView } from "@/contract/place-questions";
import { useCall } from "@/contract/swr";
import { expressionLimits } from "@/domain/query/expression";
import { placeSearchTexts } from "@/domain/site-texts";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { ChoiceField } from "./choice-field";
import { isSearch, type View } from "./view";

/** After the last key before the search is made. */
const typingMs = 300;

/** Search by words, keyword and place: Pro. */
export function SearchBar({
  view,
  onView,
}: {
  view: View;
  onView: (view: View, isTyping?: boolean) => void;
}) {
  const [typed, setTyped] = useState(view.q);
  const [known, setKnown] = useState(view.q);
  // Another address, such as by the back button, brings its own words.
  if (view.q !== known) {
    setKnown(view.q);
    if (view.q !== typed.trim()) setTyped(view.q);
  }
  const place = usePlaceLabel(view);
  useEffect(() => {
    if (typed.trim() === view.q) return;
    const timer = setTimeout(() => onView({ ...view, page: 1, q: typed.trim() }, true), typingMs);
    return () => clearTimeout(timer);
  }, [typed, view, onView]);

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onView({ ...view, page: 1, q: typed.trim() });
      }}
      className={`grid gap-2 max-sm:grid-cols-2 sm:gap-3 ${isSearch(view) ? "sm:grid-cols-[minmax(0,1fr)_11rem_11rem_auto]" : "sm:grid-cols-[minmax(0,1fr)_11rem_11rem]"}`}
    >
      <div className="max-sm:col-span-2">
        <Field
          label="Search title and text"
          isLabelHidden
          type="search"
          placeholder="Search title and text"
          maxLength={expressionLimits.length}
          start={<Search className="size-4.5" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <ChoiceField
        of="keyword"
        label="Keyword"
        placeholder="All keywords"
        chosen={view.keyword}
        onChoose={(keyword) => onView({ ...view, page: 1, keyword })}
      />
      <ChoiceField
        of="place"
        label={placeSearchTexts.label}
        placeholder={placeSearchTexts.every}
        chosen={place}
        onChoose={(choice, found) => onView({ ...view, page: 1, ...chosenPlace(choice, found) })}
      />
      {isSearch(view) && (
        <Button
          look="ghost"
          onClick={() => {
            setTyped("");
            onView({ ...view, page: 1, q: "", keyword: "", site: "", place: "" });
          }}
        >
          <X className="size-4" />
          Clear search
        </Button>
      )}
    </form>
  );
}

/** The chosen place as the field shows it; all of a site has the site's name. */
function usePlaceLabel({ site, place }: View): string {
  const { data } = useCall("listSites", site === "" ? undefined : {});
  if (site === "" || place !== "") return place;
  return data?.sites.find(({ id }) => id === site)?.name ?? site;
}

/** What was chosen, or typed without choosing: then it is a name. */
function chosenPlace(typed: string, place: PlaceView | undefined): Pick<View, "site" | "place"> {
  if (place === undefined) return { site: "", place: typed };
  if (place.site === wireSite) return { site: "", place: place.name };
  return { site: place.site, place: place.name === "all" ? "" : place.name };
}

/** What stands in its place on Free. */
export function SearchHint() {
  return (
    <Notice icon={Search}>
      {placeSearchTexts.upgrade} <Link href="/subscription">Upgrade to Pro</Link>
    </Notice>
  );
}
