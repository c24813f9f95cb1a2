import { Search } from "lucide-react";
import type { WatchListResponse } from "@/contract/watch";
import { formatCount } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import type { WatchListView } from "./list-query";

export function WatchTools({
  list,
  search,
  view,
  onSearch,
  onView,
  onSelect,
}: {
  list: WatchListResponse | undefined;
  search: string;
  view: WatchListView;
  onSearch: (text: string) => void;
  onView: (change: Partial<WatchListView>) => void;
  /** Shows the checkboxes on phones. */
  onSelect: () => void;
}) {
  const { total = 0, active = 0, tags = [] } = list ?? {};
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 max-sm:[&>fieldset]:w-full">
      <search className="min-w-0 flex-[1_1_14rem] sm:max-w-80">
        <Field
          label="Find a keyword"
          isLabelHidden
          type="search"
          placeholder="Find a keyword"
          maxLength={100}
          start={<Search className="size-4" />}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </search>
      <Segmented
        legend="State"
        name="watch-state"
        value={view.state}
        onValueChange={(state) => onView({ state })}
        options={[
          { value: "all", label: <Counted label="All" count={total} /> },
          { value: "active", label: <Counted label="Active" count={active} /> },
          { value: "paused", label: <Counted label="Paused" count={total - active} /> },
        ]}
      />
      <div className="flex flex-wrap gap-x-3 gap-y-2 max-sm:w-full max-sm:*:flex-auto sm:ml-auto">
        <Button look="ghost" className="sm:hidden" onClick={onSelect}>
          Select
        </Button>
        {tags.length > 0 && (
          <Select
            label="Tag"
            isLabelHidden
            value={view.tag}
            onChange={(event) => onView({ tag: event.target.value })}
          >
            <option value="">All tags</option>
            {tags.map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </Select>
        )}
        <Select
          label="Sort"
          isLabelHidden
          value={view.sort}
          onChange={(event) => onView({ sort: event.target.value as WatchListView["sort"] })}
        >
          <option value="matched">Latest match</option>
          <option value="matches">Most matches</option>
          <option value="name">Name</option>
          <option value="newest">Date added</option>
        </Select>
      </div>
    </div>
  );
}

function Counted({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label} <span className="font-medium text-ink-3">{formatCount(count)}</span>
    </>
  );
}
