import { ChevronRight } from "lucide-react";
import { ChartDrawing, type Day, type Level, type Note } from "./chart-drawing";
import { dayLabel } from "./chart-scale";

const wide = {
  width: 1080,
  height: 220,
  left: 28,
  top: 18,
  foot: 192,
  gap: 5,
  radius: 3,
  steps: 3,
  labelEvery: 7,
};
const narrow = {
  width: 343,
  height: 170,
  left: 22,
  top: 14,
  foot: 146,
  gap: 1.4,
  radius: 2,
  steps: 2,
  labelEvery: 14,
};

export function Chart({
  title,
  unit,
  days,
  level,
  note,
}: {
  title: string;
  unit: [one: string, many: string];
  days: readonly Day[];
  level?: Level;
  note?: Note;
}) {
  const first = days[0];
  const last = days[days.length - 1];
  if (first === undefined || last === undefined) return null;
  const sum = days.reduce((total, day) => total + day.count, 0);
  const description = `The last ${days.length} days, ${dayLabel(first.date)} to ${dayLabel(last.date)}: ${sum} ${sum === 1 ? unit[0] : unit[1]} total, ${last.count} today.${level === undefined ? "" : ` ${level.label}.`}`;
  return (
    <div className="@container">
      <ChartDrawing
        title={title}
        description={description}
        unit={unit}
        days={days}
        level={level}
        note={note}
        measures={wide}
        className="chart-wide max-sm:hidden"
      />
      <ChartDrawing
        title={title}
        description={description}
        unit={unit}
        days={days}
        level={level}
        note={note}
        measures={narrow}
        className="sm:hidden"
      />
      <details className="group/table mt-3">
        <summary className="inline-flex cursor-pointer list-none items-center gap-1 rounded-sm text-13 font-medium text-accent-text hover:underline pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 transition-[rotate] duration-200 ease-std group-open/table:rotate-90" />
          Show as table
        </summary>
        <table className="mt-2">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="pr-8 text-left font-semibold">
                Day
              </th>
              <th scope="col" className="text-right font-semibold first-letter:uppercase">
                {unit[1]}
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row" className="pr-8 text-left font-normal">
                  {dayLabel(day.date)}
                </th>
                <td className="text-right">{day.count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
