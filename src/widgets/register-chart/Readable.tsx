import { useEffect, useId, useRef, useState } from 'react';
import { lookOf } from './lines.ts';
import { Plot, type Line } from './Plot.tsx';

interface ReadableProps {
  id: string;
  title: string;
  lines: readonly Line[];
  /** the values are changes themselves */
  isRelative?: boolean;
}

/** RG38: the drawing with the values of one day: by finger and mouse on it, by keyboard and screen reader below it. */
export function Readable({ id, title, lines, isRelative = false }: ReadableProps) {
  const days = [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort();
  const [chosen, setChosen] = useState(days.length - 1);
  const label = useId();
  const range = useRef<HTMLInputElement>(null);
  const isPointed = useRef(false);
  // a day may have been chosen before the script was here (WG5)
  useEffect(() => {
    if (range.current && !isPointed.current) setChosen(Number(range.current.value));
  }, []);
  const point = (picked: string) => {
    isPointed.current = true;
    setChosen(days.indexOf(picked));
  };
  const at = Math.min(chosen, days.length - 1);
  const day = days[at]!;
  const unit = isRelative ? '%' : '';
  const readings = lines.flatMap((line) => readingOf(line, day, isRelative) ?? []);
  if (days.length < 2) return <Plot id={id} title={title} lines={lines} unit={unit} />;
  return (
    <>
      <Plot id={id} title={title} lines={lines} unit={unit} day={day} onDay={point} />
      <p className="chart__reading">
        <time dateTime={day}>{day}</time>
        {readings.map(({ name, text, change }) => (
          <span key={name}>
            {name} <b className={isRelative ? lookOf(Number.parseFloat(text)) : undefined}>{text}</b>
            {change && <Change of={change} />}
          </span>
        ))}
      </p>
      <p className="chart__range needs-script">
        <label htmlFor={label}>查看某一天</label>
        <input
          ref={range}
          id={label}
          type="range"
          min={0}
          max={days.length - 1}
          value={at}
          aria-valuetext={[day, ...readings.map(wordsOf)].join('，')}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </p>
    </>
  );
}

interface Reading {
  name: string;
  text: string;
  /** against the value before it, in percent with its sign; '' for the first */
  change: string;
}

function readingOf({ title, points }: Line, day: string, isRelative: boolean): Reading | null {
  const place = points.findIndex(({ date }) => date === day);
  if (place < 0) return null;
  const { value, text } = points[place]!;
  const before = points[place - 1]?.value;
  const percent =
    isRelative || before === undefined || before === 0 ? null : ((value - before) / Math.abs(before)) * 100;
  return { name: title, text, change: percent === null ? '' : `${percent > 0 ? '+' : ''}${percent.toFixed(2)}%` };
}

const wordsOf = ({ name, text, change }: Reading): string => `${name} ${text}${change && `，较前一日 ${change}`}`;

function Change({ of }: { of: string }) {
  return (
    <small className={lookOf(Number.parseFloat(of))}>
      <span className="unseen">较前一日</span> {of}
    </small>
  );
}
