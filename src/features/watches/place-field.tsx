import { useEffect, useId, useRef } from "react";
import { wireSite } from "@/contract/place";
import { isShared } from "@/contract/all-share";
import { completeName, isAddress, typedName, typedPlace } from "@/contract/place-entry";
import { placeKey } from "@/domain/reading/place";
import { counted } from "@/domain/text/counted";
import { endOfApiText } from "@/domain/reading/site-texts";
import { afterPress } from "@/ui/after-press";
import { Pick } from "@/ui/pick";
import { QuietButton } from "@/ui/quiet-link";
import { SiteIcon } from "@/ui/site-icon";
import { SuggestField } from "@/ui/suggest-field";
import { AllShare } from "./all-share";
import { PlaceEntryList } from "./place-entries";
import { allOf, isOffered, usePlaceFieldTexts, useSitesOn } from "./sites";
import type { PlaceEntries } from "./use-place-entries";
import { useSuggestions, useSuggestionsElsewhere } from "./use-suggestions";

const maxShown = 8;

export function PlaceField({ list, error }: { list: PlaceEntries; error: string | undefined }) {
  const cancelCommit = useRef(() => {});
  useEffect(() => () => cancelCommit.current(), []);
  const typed = typedName(list.text);
  const on = useSitesOn();
  const texts = usePlaceFieldTexts();
  // URLs aren't completed.
  const names = useSuggestions(typed, !isAddress(typed) && on.some(({ id }) => id === wireSite));
  const elsewhere = useSuggestionsElsewhere(typed);
  const shown = elsewhere.length === 0 ? names : names.slice(0, maxShown - elsewhere.length);
  const chosen = new Set(list.entries.map(placeKey));
  const note = (name: string) => {
    if (chosen.has(placeKey(typedPlace(name)))) return "chosen";
    return name === typed ? "as typed" : null;
  };
  return (
    <div className="grid gap-1.5">
      {isOffered(on) && <WholeSites list={list} />}
      <SuggestField
        label={texts.label}
        hint={texts.hint}
        error={error}
        value={list.text}
        onValueChange={list.setText}
        suggestions={[...shown, ...elsewhere.map(({ url }) => url)]}
        onPick={(name) => list.commit(completeName(list.text, name))}
        onBlur={() => {
          cancelCommit.current();
          cancelCommit.current = afterPress(list.commitText);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || list.text.trim() === "") return;
          event.preventDefault();
          list.commitText();
        }}
        busyLabel={list.isChecking ? texts.checking : undefined}
        above={<PlaceEntryList list={list} />}
        format={(name) => {
          const place = elsewhere.find(({ url }) => url === name);
          return (
            <>
              <span className="flex min-w-0 items-center gap-2">
                {elsewhere.length > 0 && <SiteIcon site={place?.site ?? wireSite} isBare />}
                <span className="truncate">{place?.label ?? `r/${name}`}</span>
              </span>
              <span className="flex-none pl-3 text-ink-3">
                {place === undefined ? note(name) : chosen.has(placeKey(place)) && "chosen"}
              </span>
            </>
          );
        }}
      />
      <CoveredNote list={list} />
      {list.entries.some(isShared) && <AllShare />}
      {list.entries.some(({ site }) => site === wireSite) && (
        <p className="text-13 text-ink-3">{endOfApiText}</p>
      )}
    </div>
  );
}

function CoveredNote({ list: { covered, useOnlyCovered } }: { list: PlaceEntries }) {
  const sites = useSitesOn();
  const siteName = sites.find(({ id }) => id === covered?.all.site)?.name ?? "the site";
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-13 text-ink-2 empty:hidden">
      {covered !== null && (
        <>
          <span>
            All of {siteName} already covers the {counted(covered.names.length, "place")} you listed.
          </span>
          <QuietButton onClick={useOnlyCovered}>Use only the {covered.names.length}</QuietButton>
        </>
      )}
    </p>
  );
}

function WholeSites({ list }: { list: PlaceEntries }) {
  const id = useId();
  const offered = useSitesOn().filter((site) => site.hasAll && site.id !== wireSite);
  const chosen = new Set(list.entries.map(placeKey));
  return (
    <div role="group" aria-labelledby={id} className="mb-2 flex flex-wrap items-center gap-1.5">
      <span id={id} className="mr-1.5 text-13 text-ink-2">
        All of
      </span>
      {offered.map((site) => (
        <Pick
          key={site.id}
          start={<SiteIcon site={site.id} isBare />}
          checked={chosen.has(placeKey(allOf(site)))}
          onChange={(isChecked) => list.toggleAll(allOf(site), isChecked)}
        >
          {site.name}
        </Pick>
      ))}
    </div>
  );
}
