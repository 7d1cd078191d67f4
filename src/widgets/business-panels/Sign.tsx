import { barGround } from '#ui/ground-bars.ts';
import { groundPaths } from '#ui/ground-drawings.ts';

const NUMERALS = ['壹', '贰', '叁', '肆'];
const WIDTH = 264;
const HEIGHT = 176;
/** Dots of a matrix, and those of them that are marked. */
const DOTS = { across: 6, down: 5, apart: 30 };

/** The drawn sign of a panel, another for each. @param at place among the panels, from 0 */
export function Sign({ sign, at }: { sign: 'lines' | 'bars' | 'numerals' | 'none'; at: number }) {
  if (sign === 'none') return null;
  if (sign === 'numerals')
    return (
      <span className="panel__numeral" aria-hidden="true">
        {NUMERALS[at]}
      </span>
    );
  return (
    <svg className="panel__sign" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      {sign === 'lines' ? <Lines seed={at * 37 + 11} /> : at % 2 === 0 ? <Bars seed={at + 5} /> : <Dots />}
    </svg>
  );
}

function Lines({ seed }: { seed: number }) {
  const paths = groundPaths('waves', { width: WIDTH, height: HEIGHT, lines: 14, seed });
  return paths.map((path, line) => <path key={path} d={path} className={line === 2 ? 'panel__mark' : undefined} />);
}

function Bars({ seed }: { seed: number }) {
  const { ranges, bodies } = barGround({ width: WIDTH, height: HEIGHT, lines: 12, seed });
  return (
    <>
      <path d={ranges} className="panel__range" />
      <path d={bodies} className="panel__body" />
    </>
  );
}

function Dots() {
  const places = Array.from({ length: DOTS.across * DOTS.down }, (_, dot) => ({
    x: 72 + (dot % DOTS.across) * DOTS.apart,
    y: 28 + Math.floor(dot / DOTS.across) * DOTS.apart,
    isMarked: (dot * 7) % 11 < 3,
  }));
  return places.map(({ x, y, isMarked }) => (
    <circle key={`${x} ${y}`} cx={x} cy={y} r="6" className={isMarked ? 'panel__body' : 'panel__range'} />
  ));
}
