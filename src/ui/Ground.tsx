import { useMemo } from 'react';
import { GROUND, groundPaths, type Drawing } from './ground-drawings.ts';
import { lazyPart } from './lazy-part.tsx';
import './Ground.css';

const Bars = lazyPart(() => import('./GroundBars.tsx').then((file) => file.GroundBars));

interface GroundProps {
  /** id of its gradient; once a page */
  id: string;
  drawing?: Drawing;
  seed: number;
  look: 'ink' | 'paper' | 'accent' | 'light';
  lines?: number;
}

/**
 * A drawn ground that fills its positioned parent: fainter at the left, where words stand; every fourth line stronger,
 * two golden.
 */
export function Ground({ id, drawing = 'waves', seed, look, lines = 26 }: GroundProps) {
  return (
    <svg
      className={`ground ground--${look}`}
      viewBox={`0 0 ${GROUND.width} ${GROUND.height}`}
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
  const paths = useMemo(() => groundPaths(drawing, { ...GROUND, lines, seed }), [drawing, seed, lines]);
  const golden = [Math.round(lines * 0.3), Math.round(lines * 0.62)];
  return (
    <>
      <linearGradient id={id} x2={GROUND.width} gradientUnits="userSpaceOnUse">
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
