import type { Line } from './Plot.tsx';

interface LegendProps {
  lines: readonly Line[];
  /** class of a line's newest value */
  lookOf?: (value: number) => string | undefined;
}

/** Each line with its stroke, its newest, least and greatest value. */
export function Legend({ lines, lookOf }: LegendProps) {
  return (
    <ul className="chart__lines">
      {lines.map(({ title, latest, least, most }, index) => (
        <li key={title}>
          <svg width="28" height="10" aria-hidden="true">
            <path className={`chart__line chart__line--${index + 1}`} d="M0 5h28" />
          </svg>
          {title} <b className={lookOf?.(latest.value)}>{latest.text}</b>
          <small>
            最低 {least.text}（{least.date}），最高 {most.text}（{most.date}）
          </small>
        </li>
      ))}
    </ul>
  );
}
