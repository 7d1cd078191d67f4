import { useMemo } from 'react';
import { groundPaths, type Drawing } from './ground-drawings.ts';
import './Ground.css';

interface GroundProps {
  /** of its gradient; once a page */
  id: string;
  drawing?: Drawing;
  seed: number;
  look: 'ink' | 'paper' | 'accent';
  lines?: number;
}

const WIDTH = 1440;
const HEIGHT = 660;

/**
 * A drawn ground that fills its positioned parent: fainter at the left, where words stand; every fourth line stronger,
 * two golden.
 */
export function Ground({ id, drawing = 'waves', seed, look, lines = 26 }: GroundProps) {
  const paths = useMemo(
    () => groundPaths(drawing, { width: WIDTH, height: HEIGHT, lines, seed }),
    [drawing, seed, lines],
  );
  const golden = [Math.round(lines * 0.3), Math.round(lines * 0.62)];
  return (
    <svg
      className={`ground ground--${look}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
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
    </svg>
  );
}
