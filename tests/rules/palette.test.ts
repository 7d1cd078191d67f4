import { describe, expect, test } from 'vitest';
import {
  colourFaults,
  goldForMarks,
  contrast,
  elderTokensOf,
  OWN_COLOURS,
  readable,
  TONES,
  tokensOf,
  type Colours,
  type Tokens,
} from '#rules/look/palette.ts';

const CHANNEL = ['00', '55', 'aa', 'ff'];
const COLOURS = CHANNEL.flatMap((red) => CHANNEL.flatMap((green) => CHANNEL.map((blue) => `#${red}${green}${blue}`)));
const GROUNDS = ['#ffffff', '#faf6ec'];
/** main, accent and ink that lie far from one another */
const TRIADS = COLOURS.map((main, at) => ({
  main,
  accent: COLOURS[63 - at]!,
  ink: COLOURS[(at * 7 + 5) % 64]!,
  accentFor: 'marks' as const,
}));

/** The least contrast of all pairs of words and their ground that the product's style sheets need. */
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
    [of('on-mark'), tokens['mark'] ?? '#c09a5c'],
    ...['ink', 'ink-lit', 'ink-far'].map((ground) => [of('numeral-on-ink'), of(ground)]),
  ];
  return Math.min(...pairs.map(([one, other]) => contrast(one!, other!)));
}

/** The least contrast of marks and large numerals with their grounds. */
function leastOfMarks(tokens: Tokens, grounds: readonly string[]): number {
  const of = (name: string) => tokens[name]!;
  const pairs = [
    ...grounds.map((ground) => [tokens['gold'] ?? '#9a7a45', ground]),
    ...['accent-from', 'accent-to'].map((ground) => [of('numeral-on-ink'), of(ground)]),
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

  test('[BR5] with an accent for marks, too, whatever it is; marks and large numerals stand out by 3', () => {
    for (const [at, triad] of TRIADS.entries()) {
      const { ink: _ink, ...pair } = triad;
      const grey = TONES[at % 3]!;
      for (const colours of [
        { ...triad, grey },
        { ...pair, grey },
      ]) {
        const asText = JSON.stringify(colours);
        expect(least(colours), asText).toBeGreaterThan(4.49);
        const tokens = tokensOf(readable(colours));
        expect(leastOfMarks(tokens, [...GROUNDS, tokens['mist']!, '#e6dccb']), asText).toBeGreaterThan(2.99);
      }
    }
    for (const main of COLOURS) {
      const tokens = tokensOf(readable({ main, accent: main, grey: 'warm' }));
      expect(leastOfMarks(tokens, [...GROUNDS, tokens['mist']!]), main).toBeGreaterThan(2.99);
    }
  });

  test('[BR5] an accent for marks is no ground of bands and no colour of words; one for what is pressed is both, as before', () => {
    const [main, accent, ink] = ['#0f4a3a', '#c8a35a', '#0a3228'];
    const marks = tokensOf({ main, accent, ink, accentFor: 'marks', grey: 'cool' });
    expect(marks).toMatchObject({ ink, accent: main, 'accent-to': main, mark: accent, 'on-mark': ink });
    const {
      'on-mark': _words,
      'numeral-on-ink': _numeral,
      ...before
    } = tokensOf({ main, accent: '#8a4b08', grey: 'cool' });
    expect(before).toMatchObject({ ink: main, accent: '#8a4b08', 'accent-from': '#693906', 'accent-to': '#7c4407' });
    expect(Object.keys(before)).not.toContain('gold');
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

  test('[BR5] so they do there with an accent for marks, whose large numerals stand out by 4.5', () => {
    for (const triad of TRIADS) {
      const tokens = elderTokensOf(readable({ ...triad, grey: 'cool' }));
      const of = (name: string) => tokens[name]!;
      const grounds = [...GROUNDS, '#f1f3f6'];
      const words = [
        ...['ink', 'accent', 'link'].flatMap((name) => grounds.map((ground) => [of(name), ground])),
        [of('on-mark'), tokens['mark'] ?? triad.accent],
      ];
      expect(Math.min(...words.map(([one, other]) => contrast(one!, other!))), triad.main).toBeGreaterThanOrEqual(7);
      const marks = [
        ...grounds.map((ground) => [of('gold'), ground]),
        ...['ink', 'accent-to'].map((ground) => [of('numeral-on-ink'), of(ground)]),
      ];
      expect(Math.min(...marks.map(([one, other]) => contrast(one!, other!))), triad.main).toBeGreaterThanOrEqual(4.5);
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

  test('[BR5] an accent for marks is never refused, a main colour or ink that cannot be read is', () => {
    const light = { main: '#f5a623', accent: '#ffee88', ink: '#99ccff', accentFor: 'marks', grey: 'cool' } as const;
    expect(colourFaults(light).map(({ field }) => field)).toEqual(['main', 'ink']);
    expect(colourFaults(light)[1]!.message).toMatch(/^深色 #99ccff 太浅.+最接近的可用颜色是 #[0-9a-f]{6}$/);
    for (const triad of TRIADS) expect(colourFaults(readable({ ...triad, grey: 'warm' })), triad.main).toEqual([]);
    // told by the ground on which it is read worst, never as the limit that it has not reached
    const near = colourFaults({ main: '#7a6a55', accent: '#123456', grey: 'warm' });
    expect(near[0]!.message).toMatch(/对比度为 3\.\d，应不低于 4\.5/);
    for (const { message } of [...colourFaults(light), ...near])
      expect(Number(/对比度为 ([\d.]+)/.exec(message)![1])).toBeLessThan(4.5);
    expect(colourFaults({ ...light, main: '#0F4A3A', ink: '#0A3228', accent: '#C8A35A' })).toEqual([]);
  });

  test('[BR5] a golden colour is led to marks, where a darker shade would be brown; others are not', () => {
    const [gold, red] = ['#c9a24a', '#8c1c22'];
    const own = { main: gold, accent: red, grey: 'warm' } as const;
    expect(colourFaults(own)[0]!.message).toContain('更宜作强调色');
    expect(goldForMarks(own)).toEqual({ main: red, accent: gold, accentFor: 'marks', grey: 'warm' });
    expect(goldForMarks({ main: red, accent: gold, grey: 'warm' })).toMatchObject({ main: red, accent: gold });
    for (const colours of [own, { ...own, accent: gold }, { ...own, accentFor: 'marks', accent: red } as const])
      expect(colourFaults(goldForMarks(colours)!)).toEqual([]);
    for (const main of ['#99ccff', '#ff9999', '#cccccc', '#33cc77', red])
      expect(goldForMarks({ ...own, main, accent: red }), main).toBeNull();
  });

  test('what comes with the program can be read', () => {
    expect(colourFaults(OWN_COLOURS)).toEqual([]);
  });
});
