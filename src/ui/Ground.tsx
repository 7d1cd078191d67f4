import { useMemo } from 'react';
import { barGround } from './bar-ground.ts';
import { groundPaths, type Drawing } from './ground-drawings.ts';
import './Ground.css';

interface GroundProps {
  /** of its gradient; once a page */
  id: string;
  drawing?: Drawing;
  seed: number;
  look: 'ink' | 'paper' | 'accent' | 'light';
  lines?: number;
}

const WIDTH = 1440;
const HEIGHT = 660;

/**
 * A drawn ground that fills its positioned parent: fainter at the left, where words stand; every fourth line stronger,
 * two golden.
 */
export function Ground({ id, drawing = 'waves', seed, look, lines = 26 }: GroundProps) {
  return (
    <svg
      className={`ground ground--${look}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      {drawing === 'bars' ? <Bars seed={seed} /> : <Lines id={id} drawing={drawing} seed={seed} lines={lines} />}
    </svg>
  );
}

function Lines({
  id,
  drawing,
  seed,
  lines,
}: Pick<GroundProps, 'id' | 'seed'> & { drawing: Exclude<Drawing, 'bars'>; lines: number }) {
  const paths = useMemo(
    () => groundPaths(drawing, { width: WIDTH, height: HEIGHT, lines, seed }),
    [drawing, seed, lines],
  );
  const golden = [Math.round(lines * 0.3), Math.round(lines * 0.62)];
  return (
    <>
      <linearGradient id={id} x2={WIDTH} gradientUnits="userSpaceOnUse">
        <stop stopOpacity=".35" />
        <stop offset=".6" />
      </linearGradient>
      <g stroke={`url(#${id})`}>
        {paths.map((path, index) => (
          <path
            key={path}
            d={path}
            className={golden.includes(index) ? 'ground__gold' : index % 4 === 0 ? 'ground__main' : undefined}
          />
        ))}
      </g>
    </>
  );
}

function Bars({ seed }: { seed: number }) {
  const { grid, ranges, bodies, curve, mark } = useMemo(
    () => barGround({ width: WIDTH, height: HEIGHT, lines: 56, seed }),
    [seed],
  );
  return (
    <g className="ground__bars">
      <path d={grid} />
      <path d={ranges} className="ground__range" />
      <path d={bodies} className="ground__body" />
      <path d={curve} className="ground__curve" />
      <path d={`M${mark.x} 0V${HEIGHT}M0 ${mark.y}H${WIDTH}`} className="ground__cross" />
      <circle cx={mark.x} cy={mark.y} r="11" className="ground__place" />
    </g>
  );
}
