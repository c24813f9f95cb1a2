import Link from "next/link";
import { isPlaceName, strippedName, wireSite } from "@/contract/place";
import type { PlaceView } from "@/contract/place-queries";
import { useApi } from "@/browser/swr";
import { formatCount } from "@/domain/text/counted";
import { placeSearchTexts } from "@/domain/reading/site-texts";
import { Button } from "@/ui/button";
import { Pick } from "@/ui/pick";
import { Popover } from "@/ui/popover";
import { Segmented } from "@/ui/segmented";
import { SiteIcon } from "@/ui/site-icon";
import { ChoiceField } from "./choice-field";
import { getSites, unfiltered } from "./filters";
import { SaveView } from "./save-view";
import { useScreen, useSiteNames } from "./screen-context";
import type { PopoverProps } from "./use-popover";
import { countFilters, groupsInput, type View, type ViewChange } from "./view";

const kinds = [
  { value: "", label: "Both" },
  { value: "post", label: "Posts" },
  { value: "comment", label: "Comments" },
] as const;

/** The filter form. Changes apply immediately. Default export for lazy loading. */
export default function FilterFields({
  anchor,
  total,
  onClose,
}: PopoverProps & { total: number | undefined }) {
  const { view, go, hasSearch } = useScreen();
  const change = (some: ViewChange) => go((now) => ({ page: 1, ...some(now) }));
  return (
    <Popover anchor={anchor} title="Filter" width="w-104" isFocusedWhole onClose={onClose}>
      <div className="grid gap-4 px-3 pt-2 pb-3">
        {hasSearch ? (
          <SearchFields onChange={change} />
        ) : (
          <p className="text-13 text-ink-2">
            Filtering by keyword, site, place and type is a Pro feature.{" "}
            <Link href="/subscription">Upgrade to Pro</Link>
          </p>
        )}
        <div>
          <Pick
            checked={view.starred !== ""}
            onChange={(isStarred) => change(() => ({ starred: isStarred ? "true" : "" }))}
          >
            Starred
          </Pick>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-1 border-t border-line px-3 pt-2.5">
        <p role="status" className="mr-auto text-13 text-ink-3">
          <Share total={total} />
        </p>
        {countFilters(view) > 0 && (
          <Button size="sm" look="ghost" onClick={() => go((now) => ({ ...unfiltered(now), q: now.q }))}>
            Clear
          </Button>
        )}
        <SaveView />
      </div>
    </Popover>
  );
}

function SearchFields({ onChange }: { onChange: (some: ViewChange) => void }) {
  const { view, sites } = useScreen();
  const siteName = useSiteNames();
  const chosen = getSites(view);
  const offered = sites.filter(({ id, isOn }) => isOn || chosen.includes(id));
  const place = view.place === "all" ? siteName(view.site) : view.place;
  return (
    <>
      <ChoiceField
        of="keyword"
        label="Keyword"
        placeholder="All keywords"
        chosen={view.keyword}
        onChoose={(keyword) => onChange(() => ({ keyword }))}
      />
      <fieldset>
        <legend className="mb-1.5 text-13 font-medium">Site</legend>
        <div className="flex flex-wrap gap-1.5">
          {offered.map(({ id, name }) => (
            <Pick
              key={id}
              start={<SiteIcon site={id} isBare />}
              checked={chosen.includes(id)}
              onChange={(isChosen) =>
                onChange((now) => {
                  const others = getSites(now).filter((one) => one !== id);
                  return { site: (isChosen ? [...others, id] : others).join(","), place: "" };
                })
              }
            >
              {name}
            </Pick>
          ))}
        </div>
      </fieldset>
      <ChoiceField
        of="place"
        label={placeSearchTexts.label}
        placeholder={placeSearchTexts.every}
        chosen={place}
        onChoose={(choice, found) => onChange((now) => chosenPlace(choice, found, now))}
      />
      <div className="grid justify-items-start gap-1.5">
        <span aria-hidden="true" className="text-13 font-medium">
          Type
        </span>
        <Segmented
          legend="Type"
          name="kind"
          value={view.kind}
          options={kinds}
          onValueChange={(kind) => onChange(() => ({ kind }))}
        />
      </div>
    </>
  );
}

function Share({ total }: { total: number | undefined }) {
  const { view } = useScreen();
  const { query } = groupsInput(unfiltered(view));
  const { data } = useApi("listNotificationGroups", { query: { ...query, limit: "1" } });
  if (data === undefined || total === undefined) return null;
  return `${formatCount(total)} of ${formatCount(Math.max(total, data.pagination.total))}`;
}

/** Without a choice, only accepts names of the wire site. A site-wide choice only sets the site. */
function chosenPlace(typed: string, place: PlaceView | undefined, view: View): Pick<View, "site" | "place"> {
  if (typed === "") return { site: getSites(view).join(","), place: "" };
  if (place === undefined)
    return isPlaceName(strippedName(typed))
      ? { site: "", place: typed }
      : { site: view.site, place: view.place };
  if (place.site === wireSite) return { site: "", place: place.name };
  return { site: place.site, place: place.name === "all" ? "" : place.name };
}
