import { useId } from "react";
import { barPath, dayLabel, gridValues } from "./chart-scale";

export interface Day {
  date: string;
  count: number;
}

export interface Level {
  value: number;
  label: string;
}

export interface Note {
  date: string;
  text: string;
}

interface Measures {
  width: number;
  height: number;
  left: number;
  top: number;
  foot: number;
  gap: number;
  radius: number;
  steps: number;
  labelEvery: number;
}

export function ChartDrawing({
  title,
  description,
  unit,
  days,
  level,
  note,
  measures: m,
  className,
}: {
  title: string;
  description: string;
  unit: [one: string, many: string];
  days: readonly Day[];
  level: Level | undefined;
  note: Note | undefined;
  measures: Measures;
  className: string;
}) {
  const id = useId();
  const peak = Math.max(...days.map((day) => day.count));
  const grid = gridValues(Math.max(peak, Math.ceil(level?.value ?? 0)), m.steps);
  const y = (value: number) => m.foot - (value / grid[grid.length - 1]!) * (m.foot - m.top);
  const slot = (m.width - m.left) / days.length;
  const peakAt = days.findLastIndex((day) => day.count === peak);
  const todayAt = days.length - 1;
  return (
    <svg
      viewBox={`0 0 ${m.width} ${m.height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      className={`chart ${className}`}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      {grid.map((value) => (
        <g key={value}>
          <line className="chart-grid" x1={m.left} x2={m.width} y1={y(value)} y2={y(value)} />
          <text x={m.left - 10} y={y(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {days.map((day, index) => {
        const x = m.left + index * slot;
        const middle = x + slot / 2;
        const isToday = index === todayAt;
        const isLabelled = isToday || (todayAt - index) % m.labelEvery === 0;
        return (
          <g key={day.date} className={`chart-day ${isToday ? "chart-today" : ""}`}>
            <title>{`${dayLabel(day.date)}: ${day.count} ${day.count === 1 ? unit[0] : unit[1]}`}</title>
            <rect x={x} y={m.top} width={slot} height={m.foot - m.top} />
            {day.count === 0 && (
              <path className="chart-zero" d={barPath(x + m.gap, m.foot, slot - 2 * m.gap, 2, 0)} />
            )}
            {day.count > 0 && (
              <path
                className="chart-bar"
                d={barPath(x + m.gap, m.foot, slot - 2 * m.gap, m.foot - y(day.count), m.radius)}
              />
            )}
            {day.date === note?.date ? (
              <text
                className="chart-label"
                x={index < days.length / 2 ? x + m.gap : x + slot - m.gap}
                y={y(day.count) - 6}
                textAnchor={index < days.length / 2 ? "start" : "end"}
              >
                {note.text}
              </text>
            ) : (
              day.count > 0 &&
              (isToday || index === peakAt) && (
                <text className="chart-label" x={middle} y={y(day.count) - 6} textAnchor="middle">
                  {day.count}
                </text>
              )
            )}
            {isLabelled && (
              <text
                className={isToday ? "chart-label" : undefined}
                x={isToday ? m.width : middle}
                y={m.height - 8}
                textAnchor={isToday ? "end" : "middle"}
              >
                {isToday ? "Today" : dayLabel(day.date)}
              </text>
            )}
          </g>
        );
      })}
      {level !== undefined && (
        <line className="chart-level" x1={m.left} x2={m.width} y1={y(level.value)} y2={y(level.value)} />
      )}
    </svg>
  );
}
