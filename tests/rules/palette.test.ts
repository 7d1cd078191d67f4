import { describe, expect, test } from 'vitest';
import {
  colourFaults,
  contrast,
  elderTokensOf,
  OWN_COLOURS,
  readable,
  TONES,
  tokensOf,
  type Colours,
} from '#rules/palette.ts';

const CHANNEL = ['00', '55', 'aa', 'ff'];
const COLOURS = CHANNEL.flatMap((red) => CHANNEL.flatMap((green) => CHANNEL.map((blue) => `#${red}${green}${blue}`)));
const GROUNDS = ['#ffffff', '#faf6ec'];

/** Of all pairs of words and the ground they stand on: the least that the product's style sheets need. */
function least({ grey, ...colours }: Colours): number {
  const tokens = tokensOf(readable({ ...colours, grey }));
  const of = (name: string) => tokens[name]!;
  const pairs = [
    ...['ink', 'accent', 'text', 'text-2', 'link'].flatMap((name) =>
      [...GROUNDS, of('mist')].map((ground) => [of(name), ground]),
    ),
    ...['#ffffff', of('mist')].map((ground) => [of('text-3'), ground]),
    [of('ink'), '#e6dccb'],
    ...['ink', 'ink-lit', 'ink-far'].flatMap((ground) => [
      ['#ffffff', of(ground)],
      [of('on-ink'), of(ground)],
    ]),
    ['#ffffff', of('accent')],
    ...['accent-from', 'accent-to'].map((ground) => [of('on-accent'), of(ground)]),
  ];
  return Math.min(...pairs.map(([one, other]) => contrast(one!, other!)));
}

describe('colours of a site', () => {
  test('contrast is that of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#b8141b')).toBeCloseTo(contrast('#B8141B', '#FFFFFF'), 9);
  });

  test('[BR2] out of whatever two colours, all words of the site can be read on their grounds', () => {
    for (const grey of TONES)
      for (const main of COLOURS) expect(least({ main, accent: main, grey }), `${main} ${grey}`).toBeGreaterThan(4.49);
  });

  test('[BR2] in the elder-friendly version they stand out by 7 and more', () => {
    for (const main of COLOURS) {
      const tokens = elderTokensOf(readable({ main, accent: main, grey: 'cool' }));
      const of = (name: string) => tokens[name]!;
      const pairs = [
        ...['ink', 'accent', 'link'].flatMap((name) => [...GROUNDS, '#f1f3f6'].map((ground) => [of(name), ground])),
        ...['ink', 'ink-lit', 'ink-far'].map((ground) => [of('on-ink'), of(ground)]),
        ...['accent-from', 'accent-to'].map((ground) => [of('on-accent'), of(ground)]),
      ];
      expect(Math.min(...pairs.map(([one, other]) => contrast(one!, other!))), main).toBeGreaterThanOrEqual(7);
    }
  });

  test('[BR2] a colour that cannot be read is refused with the nearest that can, which is not refused', () => {
    const [fault, ...others] = colourFaults({ main: '#0B1F3F', accent: '#f5a623', grey: 'warm' });
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ field: 'accent', message: expect.stringContaining(fault!.nearest) });
    expect(colourFaults({ main: '#0b1f3f', accent: fault!.nearest, grey: 'warm' })).toEqual([]);
    for (const main of COLOURS)
      expect(colourFaults(readable({ main, accent: main, grey: 'neutral' })), main).toEqual([]);
  });

  test('what comes with the program can be read', () => {
    expect(colourFaults(OWN_COLOURS)).toEqual([]);
  });
});
