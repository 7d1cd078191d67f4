import { useEffect, useRef } from 'react';
import type { Point } from './scale.ts';
import { scaleOf } from './scale.ts';

type Reading = Point & { text: string };

export interface Line {
  title: string;
  /** readings by date, at least one */
  points: readonly Reading[];
  latest: Reading;
  least: Reading;
  most: Reading;
}

interface PlotProps {
  id: string;
  title: string;
  lines: readonly Line[];
  /** '%' behind the values at the edge */
  unit?: string;
  /** the day whose values are shown, marked by a line */
  day?: string;
  /** called with the day that a pointer is nearest to */
  onDay?: (day: string) => void;
}

/**
 * The words keep their size at every width because they are outside the stretched part. The inner drawing is measured
 * in hundredths and stretched both ways, its strokes are not.
 */
export function Plot({ id, title, lines, unit = '', day, onDay }: PlotProps) {
  const { across, down, dates, values } = scaleOf(lines.flatMap(({ points }) => points));
  const paper = useRef<HTMLDivElement>(null);
  const pick = ({ clientX }: { clientX: number }): void => {
    const { left, width } = paper.current!.getBoundingClientRect();
    const share = ((clientX - left) / width) * 100;
    const known = lines.flatMap(({ points }) => points.map(({ date }) => date));
    const away = (date: string) => Math.abs(across(date) - share);
    onDay?.(known.reduce((nearest, date) => (away(date) < away(nearest) ? date : nearest)));
  };
  // the pointer may have been on it before the script was here (on-use.tsx)
  useEffect(() => {
    const pointed = paper.current?.querySelector('svg')?.dataset.pointed;
    if (pointed !== undefined) pick({ clientX: Number(pointed) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div className="chart__paper" ref={paper} {...(onDay && { onPointerMove: pick, onPointerDown: pick })}>
      <svg role="img" aria-labelledby={`${id}-chart ${id}-said`} width="100%" height="100%">
        <title id={`${id}-chart`}>{title}</title>
        <desc id={`${id}-said`}>{lines.map(summaryOf).join('；')}</desc>
        {values.map(({ label, at }) => (
          <g key={label}>
            <line className="chart__rule" x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} />
            <text x="-10" y={`${at}%`} dy="0.35em" textAnchor="end">
              {label + unit}
            </text>
          </g>
        ))}
        {dates.map(({ label, at }) => (
          <g key={label}>
            <line className="chart__rule" x1={`${at}%`} x2={`${at}%`} y1="100%" y2="102%" />
            <text x={`${at}%`} y="100%" dy="24" textAnchor="middle">
              {label}
            </text>
          </g>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
          {lines.map(({ title: name, points }, index) => (
            <polyline
              key={name}
              className={`chart__line chart__line--${index + 1}`}
              points={points.map(({ date, value }) => `${across(date)},${down(value)}`).join(' ')}
            />
          ))}
        </svg>
        {day !== undefined && (
          <line className="chart__day" x1={`${across(day)}%`} x2={`${across(day)}%`} y1="0" y2="100%" />
        )}
        {lines.map(({ title: name, latest }, index) => (
          <circle
            key={name}
            className={`chart__end chart__end--${index + 1}`}
            cx={`${across(latest.date)}%`}
            cy={`${down(latest.value)}%`}
            r="4"
          />
        ))}
      </svg>
    </div>
  );
}

const summaryOf = ({ title, points, latest, least, most }: Line): string =>
  `${title}：${points[0]!.date} 为 ${points[0]!.text}，${latest.date} 为 ${latest.text}，最低 ${least.text}（${least.date}），最高 ${most.text}（${most.date}）`;
