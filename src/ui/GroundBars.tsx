import { useMemo } from 'react';
import { barGround } from './ground-bars.ts';
import { GROUND } from './ground-drawings.ts';

/** The ground 'bars': bars that rise and fall around a line, with one place on it marked. */
export function GroundBars({ seed }: { seed: number }) {
  const { grid, ranges, bodies, curve, mark } = useMemo(() => barGround({ ...GROUND, lines: 56, seed }), [seed]);
  return (
    <g className="ground__bars">
      <path d={grid} />
      <path d={ranges} className="ground__range" />
      <path d={bodies} className="ground__body" />
      <path d={curve} className="ground__curve" />
      <path d={`M${mark.x} 0V${GROUND.height}M0 ${mark.y}H${GROUND.width}`} className="ground__cross" />
      <circle cx={mark.x} cy={mark.y} r="11" className="ground__place" />
    </g>
  );
}
